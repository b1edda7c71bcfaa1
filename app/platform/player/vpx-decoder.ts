import type { EncodedPacket, InputVideoTrack } from 'mediabunny';

/** Packets that the browser's decoder is given ahead of its pictures. */
const PACKETS_AHEAD = 4;

const CODECS: readonly (string | null)[] = ['vp8', 'vp9'];

/** Those that this browser has said it can decode. */
const decodable = new Set<string>();
let registered: Promise<void> | undefined;

/**
 * VP8 and VP9 have packets without a picture, which later ones refer to. The library takes every
 * packet for a picture and would give each picture the time of an earlier packet. This decoder
 * stands in for its own, and leaves the pictures their times.
 *
 * @param track one that the browser can decode
 */
export async function keepPictureTimes(track: InputVideoTrack): Promise<void> {
  if (!CODECS.includes(await track.getCodec())) return;
  const config = await track.getDecoderConfig();
  if (!config) return;
  decodable.add(config.codec);
  registered ??= register();
  await registered;
}

async function register(): Promise<void> {
  const { CustomVideoDecoder, registerDecoder, VideoSample } = await import('mediabunny');
  // Its calls report errors and never reject: after a rejected call, the library leaves the next call's rejection unhandled.
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
      decoder.configure(withoutGuesses(this.config));
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

/** VP8 knows one colour space (RFC 6386, section 9.2); what VP9 has is in its stream. */
const VP8_COLORS: VideoColorSpaceInit = {
  primaries: 'smpte170m',
  transfer: 'smpte170m',
  matrix: 'smpte170m',
  fullRange: false,
};

/** Where the file says little about colours, the browser would guess. */
function withoutGuesses({ colorSpace, ...config }: VideoDecoderConfig): VideoDecoderConfig {
  const said = [colorSpace?.primaries, colorSpace?.transfer, colorSpace?.matrix, colorSpace?.fullRange];
  if (said.every((part) => part !== undefined && part !== null)) return { ...config, colorSpace };
  return config.codec.startsWith('vp8') ? { ...config, colorSpace: VP8_COLORS } : config;
}
