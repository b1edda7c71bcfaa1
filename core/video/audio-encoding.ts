import { registerAacEncoder } from '@mediabunny/aac-encoder';
import {
  type AudioCodec,
  AudioSample,
  AudioSampleSource,
  canEncodeAudio,
  type EncodedPacket,
  Mp4OutputFormat,
  NON_PCM_AUDIO_CODECS,
  NullTarget,
  Output,
  Quality,
} from 'mediabunny';
import { CancelledError, FudebakoError } from '../errors.ts';
import type { CancelSignal } from '../platform.ts';
import { TRACK_CHANNELS, TRACK_RATE } from './render-sound.ts';

export interface AudioEncoding {
  readonly codec: AudioCodec;
  /** In bits a second. */
  readonly bitRate: number;
}

/** What the encoder says once, of how its packets are decoded. */
export type AudioDecoderConfig = NonNullable<Parameters<NonNullable<OnPacket>>[1]>['decoderConfig'];
type OnPacket = ConstructorParameters<typeof AudioSampleSource>[0]['onEncodedPacket'];

export interface EncodedSound {
  readonly packets: readonly EncodedPacket[];
  readonly decoderConfig: AudioDecoderConfig;
}

/**
 * The first of AAC at 128 kbps, AAC at 96 kbps, and whatever else MP4 holds that can be encoded
 * here. AAC is made by the same WebAssembly encoder everywhere, for its bytes are then the same and
 * its delay is known.
 *
 * @throws FudebakoError `videoAudioCodec`
 */
export async function chooseAudioEncoding(signal?: CancelSignal): Promise<AudioEncoding> {
  registerAacEncoder();
  for (const encoding of audioEncodings()) {
    if (signal?.aborted) throw new CancelledError();
    if (await isEncodable(encoding, signal)) return encoding;
  }
  throw new FudebakoError('videoAudioCodec');
}

function audioEncodings(): AudioEncoding[] {
  const inMp4 = new Mp4OutputFormat().getSupportedAudioCodecs();
  const others = NON_PCM_AUDIO_CODECS.filter((codec) => codec !== 'aac' && inMp4.includes(codec));
  return [
    { codec: 'aac', bitRate: 128_000 },
    { codec: 'aac', bitRate: 96_000 },
    ...others.map((codec) => ({ codec, bitRate: 128_000 })),
  ];
}

/** Encodes a little silence: what says that it can may still fail. */
async function isEncodable(encoding: AudioEncoding, signal: CancelSignal | undefined): Promise<boolean> {
  const { codec, bitRate } = encoding;
  const options = {
    sampleRate: TRACK_RATE,
    numberOfChannels: TRACK_CHANNELS,
    quality: new Quality({ bitrate: bitRate }),
  };
  try {
    if (!(await canEncodeAudio(codec, options))) return false;
    const { packets } = await encodeSound(encoding, silence(), signal);
    return packets.length > 0;
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    return false;
  }
}

async function* silence(): AsyncGenerator<Float32Array<ArrayBuffer>> {
  yield new Float32Array(4096 * TRACK_CHANNELS);
}

/** Samples that are handed over at a time: an AAC packet's. */
const SAMPLE_FRAMES = 1024;

/**
 * Encodes sound in one pass.
 * @param sound left and right by turns, in pieces
 * @throws CancelledError
 */
export async function encodeSound(
  { codec, bitRate }: AudioEncoding,
  sound: AsyncIterable<Float32Array<ArrayBuffer>>,
  signal?: CancelSignal,
): Promise<EncodedSound> {
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
    for await (const piece of sound) {
      for (let from = 0; from < piece.length; from += SAMPLE_FRAMES * TRACK_CHANNELS) {
        if (signal?.aborted) throw new CancelledError();
        const data = piece.slice(from, from + SAMPLE_FRAMES * TRACK_CHANNELS);
        const sample = new AudioSample({
          data,
          format: 'f32',
          numberOfChannels: TRACK_CHANNELS,
          sampleRate: TRACK_RATE,
          timestamp: position / TRACK_RATE,
        });
        await source.add(sample);
        sample.close();
        position += data.length / TRACK_CHANNELS;
      }
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  return { packets, decoderConfig };
}
