import { registerAacEncoder } from '@mediabunny/aac-encoder';
import {
  type AudioCodec,
  AudioSample,
  AudioSampleSource,
  canEncodeAudio,
  EncodedPacket,
  Mp4OutputFormat,
  NON_PCM_AUDIO_CODECS,
  NullTarget,
  Output,
  Quality,
} from 'mediabunny';
import type { CancelSignal } from '../../base/cancel-signal.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { AacEncoder } from '../../platform/media.ts';
import { TRACK_CHANNELS, TRACK_RATE } from './render-audio.ts';
import { withTimeout } from './with-timeout.ts';

type EncodingContext = Pick<OperationContext, 'platform' | 'signal'>;

export interface AudioEncoding {
  readonly codec: AudioCodec;
  /** Bit rate of the encoded audio in bits per second. */
  readonly bitRate: number;
  /** The platform's AAC encoder; `undefined` selects an encoder of mediabunny. */
  readonly encoder?: AacEncoder;
}

export const AAC_PACKET_SAMPLES = 1024;

export type AudioDecoderConfig = NonNullable<Parameters<NonNullable<OnPacket>>[1]>['decoderConfig'];
type OnPacket = ConstructorParameters<typeof AudioSampleSource>[0]['onEncodedPacket'];

export interface EncodedAudio {
  readonly packets: readonly EncodedPacket[];
  readonly decoderConfig: AudioDecoderConfig;
}

/**
 * Chooses the first that works: AAC at 128 kbps, AAC at 96 kbps, another MP4 codec. AAC always uses FFmpeg's encoder,
 * native or in WebAssembly, whose delay is known and whose quality is uniform.
 * @throws FudebakoError `videoAudioCodec`; CancelledError
 */
export async function chooseAudioEncoding({ platform, signal }: EncodingContext): Promise<AudioEncoding> {
  registerAacEncoder();
  for (const encoding of audioEncodings(await platform.media.aacEncoder())) {
    if (signal?.aborted) throw new CancelledError();
    if (await isEncodable(encoding, { platform, signal })) return encoding;
  }
  throw new FudebakoError('videoAudioCodec');
}

function audioEncodings(encoder: AacEncoder | undefined): AudioEncoding[] {
  const inMp4 = new Mp4OutputFormat().getSupportedAudioCodecs();
  const others = NON_PCM_AUDIO_CODECS.filter((codec) => codec !== 'aac' && inMp4.includes(codec));
  const aac = (bitRate: number): AudioEncoding[] => [
    ...(encoder ? [{ codec: 'aac', bitRate, encoder } as const] : []),
    { codec: 'aac', bitRate },
  ];
  return [...aac(128_000), ...aac(96_000), ...others.map((codec) => ({ codec, bitRate: 128_000 }))];
}

/** Tests an audio encoder with a short silence, because an encoder that is reported as supported may still fail. */
async function isEncodable(encoding: AudioEncoding, context: EncodingContext): Promise<boolean> {
  const { codec, bitRate, encoder } = encoding;
  const options = {
    sampleRate: TRACK_RATE,
    numberOfChannels: TRACK_CHANNELS,
    quality: new Quality({ bitrate: bitRate }),
  };
  try {
    if (!encoder && !(await canEncodeAudio(codec, options))) return false;
    const { packets } = await encodeAudio(encoding, silence(), context);
    return packets.length > 0;
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    return false;
  }
}

async function* silence(): AsyncGenerator<Float32Array<ArrayBuffer>> {
  yield new Float32Array(4096 * TRACK_CHANNELS);
}

/** Encodes whole packets of interleaved stereo; the last packet may be shorter. Throws StalledError, CancelledError. */
export function encodeAudio(
  { codec, bitRate, encoder }: AudioEncoding,
  audio: AsyncIterable<Float32Array<ArrayBuffer>>,
  context: EncodingContext,
): Promise<EncodedAudio> {
  const packets = inPackets(audio, context.signal);
  return encoder ? encodeWith(encoder, bitRate, packets) : encodeWithMediabunny(codec, bitRate, packets, context);
}

async function encodeWith(
  encoder: AacEncoder,
  bitRate: number,
  audio: AsyncIterable<Float32Array<ArrayBuffer>>,
): Promise<EncodedAudio> {
  const { packets, description } = await encoder.encode(audio, bitRate);
  return {
    packets: packets.map(aacPacketAt),
    decoderConfig: { codec: 'mp4a.40.2', sampleRate: TRACK_RATE, numberOfChannels: TRACK_CHANNELS, description },
  };
}

export const aacPacketAt = (data: Uint8Array, place: number) =>
  new EncodedPacket(data, 'key', (place * AAC_PACKET_SAMPLES) / TRACK_RATE, AAC_PACKET_SAMPLES / TRACK_RATE);

async function* inPackets(
  audio: AsyncIterable<Float32Array<ArrayBuffer>>,
  signal: CancelSignal | undefined,
): AsyncGenerator<Float32Array<ArrayBuffer>> {
  const length = AAC_PACKET_SAMPLES * TRACK_CHANNELS;
  for await (const piece of audio) {
    for (let from = 0; from < piece.length; from += length) {
      if (signal?.aborted) throw new CancelledError();
      yield piece.slice(from, from + length);
    }
  }
}

async function encodeWithMediabunny(
  codec: AudioCodec,
  bitRate: number,
  audio: AsyncIterable<Float32Array<ArrayBuffer>>,
  context: EncodingContext,
): Promise<EncodedAudio> {
  const packets: EncodedPacket[] = [];
  let decoderConfig: AudioDecoderConfig;
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: new NullTarget() });
  const source = new AudioSampleSource({
    codec,
    quality: new Quality({ bitrate: bitRate }),
    onEncodedPacket(packet, meta) {
      packets.push(packet);
      decoderConfig ??= meta?.decoderConfig;
    },
  });
  output.addAudioTrack(source);
  try {
    await output.start();
    let position = 0;
    for await (const data of audio) {
      const sample = new AudioSample({
        data,
        format: 'f32',
        numberOfChannels: TRACK_CHANNELS,
        sampleRate: TRACK_RATE,
        timestamp: position / TRACK_RATE,
      });
      try {
        await withTimeout(source.add(sample), context);
      } finally {
        sample.close();
      }
      position += data.length / TRACK_CHANNELS;
    }
    await withTimeout(output.finalize(), context);
  } catch (error) {
    // Doesn't wait for the encoder's method `cancel`, because canceling a stalled encoder may never finish.
    output.cancel().catch(() => {});
    throw error;
  }
  return { packets, decoderConfig };
}
