import { MP3_BITRATES, MP3_SAMPLE_RATES, type MpegVersion } from './mp3-frames.ts';

export interface Mp3Settings {
  readonly channels: 1 | 2;
  readonly sampleRate: number;
  /** Constant bitrate in kbps; `undefined` for a variable bitrate (`vbrQuality`). */
  readonly bitrateKbps: number | undefined;
  /** Quality of LAME's variable bitrate (VBR), 0 (best) to 9. */
  readonly vbrQuality: number | undefined;
}

export interface Mp3Encoder {
  /** Encodes samples (−1 to 1, one array per channel) and returns complete MP3 frames without an info frame. */
  encode(channels: readonly Float32Array[]): Uint8Array<ArrayBuffer>;
  /** Returns the remaining frames. The encoder must not be used afterwards. */
  finish(): Uint8Array<ArrayBuffer>;
}

/** Name of the MP3 encoder: LAME in WebAssembly, or lamejs without WebAssembly. */
export type Mp3Engine = 'lame' | 'lamejs';

/** Samples that LAME adds before the audio (LAME's constant `ENCDELAY`). */
export const ENCODER_DELAY = 576;

/** Number of samples by which an MP3 decoder delays the audio. */
export const DECODER_DELAY = 529;

export const ENGINE_NAMES: Readonly<Record<Mp3Engine, string>> = { lame: 'LAME3.100', lamejs: 'LAME3.98' };

/** Frames after which an encoder started within the audio writes the same frames as one started at sample 0. */
export const LEAD_FRAMES: Readonly<Record<Mp3Engine, number>> = { lame: 32, lamejs: 64 };

/** Returns the MP3 sample rate nearest to the source's sample rate; of two equally near rates, the higher rate. */
export function nearestMp3Rate(sampleRate: number): number {
  return MP3_SAMPLE_RATES.reduce((best, rate) =>
    Math.abs(rate - sampleRate) <= Math.abs(best - sampleRate) ? rate : best,
  );
}

function mpegVersionOf(sampleRate: number): MpegVersion {
  return sampleRate >= 32_000 ? 1 : sampleRate >= 16_000 ? 2 : 2.5;
}

export function samplesPerFrame(sampleRate: number): 576 | 1152 {
  return mpegVersionOf(sampleRate) === 1 ? 1152 : 576;
}

const UNSUPPORTED_BITRATES = [56, 144];
/** Maximum bitrate in kbps with which LAME encodes MPEG-2.5. */
const MAX_MPEG25_BITRATE = 64;

/** Returns the nearest supported bitrate in kbps: 8–64, 8–160 or 32–320, depending on the sample rate. */
export function nearestBitrate(requestedKbps: number, sampleRate: number): number {
  const version = mpegVersionOf(sampleRate);
  return MP3_BITRATES[version]
    .filter((rate) => !UNSUPPORTED_BITRATES.includes(rate) && (version !== 2.5 || rate <= MAX_MPEG25_BITRATE))
    .reduce((best, rate) => (Math.abs(rate - requestedKbps) <= Math.abs(best - requestedKbps) ? rate : best));
}

/** Returns the frames that LAME writes for `samples`, and the samples that LAME adds at the end. */
export function encodedLength(samples: number, frameSamples: number): { mp3Frames: number; padding: number } {
  const whole = samples + ENCODER_DELAY;
  let padding = frameSamples - (whole % frameSamples);
  if (padding < ENCODER_DELAY) padding += frameSamples;
  return { mp3Frames: (whole + padding) / frameSamples, padding };
}
