import type { EncodedPacket, InputVideoTrack } from 'mediabunny';

/** Maximum number of packets in the queue of the browser's decoder. */
const PACKETS_AHEAD = 4;

const CODECS: readonly (string | null)[] = ['vp8', 'vp9', 'av1'];

const decodable = new Set<string>();
let registered: Promise<void> | undefined;

/**
 * Registers a decoder that keeps frame timestamps. mediabunny's own decoder shifts timestamps, because some
 * packets of VP8, VP9 and AV1 have no visible frame. Requires a track that the browser can decode.
 */
export async function preserveFrameTimes(track: InputVideoTrack): Promise<void> {
  if (!CODECS.includes(await track.getCodec())) return;
  const config = await track.getDecoderConfig();
  if (!config) return;
  decodable.add(config.codec);
  registered ??= register();
  await registered;
}

async function register(): Promise<void> {
  const { CustomVideoDecoder, registerDecoder, VideoSample } = await import('mediabunny');
  // These methods report errors and never reject, because mediabunny doesn't handle a second rejection.
  class VpxDecoder extends CustomVideoDecoder {
    static override supports(codec: string, config: VideoDecoderConfig): boolean {
      return CODECS.includes(codec) && decodable.has(config.codec);
    }

    #decoder: VideoDecoder | undefined;
    #goOn: (() => void) | undefined;

    override init(): void {
      const decoder = new VideoDecoder({
        output: (frame) => this.onSample(new VideoSample(frame)),
        error: (error) => {
          this.onError(error);
          this.#goOn?.();
        },
      });
      decoder.addEventListener('dequeue', () => this.#goOn?.());
      decoder.configure(withCompleteColorSpace(this.config));
      this.#decoder = decoder;
    }

    override async decode(packet: EncodedPacket): Promise<void> {
      const decoder = this.#decoder;
      if (decoder?.state !== 'configured') return;
      try {
        decoder.decode(packet.toEncodedVideoChunk());
      } catch (error) {
        this.close();
        this.onError(error);
        return;
      }
      while (decoder.state === 'configured' && decoder.decodeQueueSize > PACKETS_AHEAD)
        await new Promise<void>((resolve) => {
          this.#goOn = resolve;
        });
    }

    override async flush(): Promise<void> {
      if (this.#decoder?.state === 'configured') await this.#decoder.flush().catch((error) => this.onError(error));
    }

    override close(): void {
      if (this.#decoder?.state !== 'closed') this.#decoder?.close();
    }
  }
  registerDecoder(VpxDecoder);
}

/** Color space of VP8, which has only one (RFC 6386, 9.2). VP9 streams contain their color space. */
const VP8_COLORS: VideoColorSpaceInit = {
  primaries: 'smpte170m',
  transfer: 'smpte170m',
  matrix: 'smpte170m',
  fullRange: false,
};

/** Removes incomplete color spaces, because browsers would guess the missing values. */
function withCompleteColorSpace({ colorSpace, ...config }: VideoDecoderConfig): VideoDecoderConfig {
  const stated = [colorSpace?.primaries, colorSpace?.transfer, colorSpace?.matrix, colorSpace?.fullRange];
  if (stated.every((part) => part !== undefined && part !== null)) return { ...config, colorSpace };
  return config.codec.startsWith('vp8') ? { ...config, colorSpace: VP8_COLORS } : config;
}
