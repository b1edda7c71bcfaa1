import { MP3_BITRATES, MP3_SAMPLE_RATES, type MpegVersion } from './mp3-frames.ts';

/** What decides how the frames come out. */
export interface Mp3Settings {
  readonly channels: 1 | 2;
  /** One of `MP3_SAMPLE_RATES`. */
  readonly sampleRate: number;
  /** Constant; `undefined` with `vbrQuality`. */
  readonly bitrateKbps: number | undefined;
  /** LAME's quality of a varying bitrate, 0 (best) to 9. */
  readonly vbrQuality: number | undefined;
}

/** Encodes one run of sound; frames come out without any header frame before them. */
export interface Mp3Encoder {
  /** @param channels samples from −1 to 1 */
  encode(channels: readonly Float32Array[]): Uint8Array<ArrayBuffer>;
  /** The rest. The encoder must not be used afterwards. */
  finish(): Uint8Array<ArrayBuffer>;
}

/** LAME in WebAssembly, or its translation to JavaScript where there is no WebAssembly. */
export type Mp3Engine = 'lame' | 'lamejs';

/** Samples that LAME puts before the sound (its `ENCDELAY`). */
export const ENCODER_DELAY = 576;

/** Samples that a decoder puts before what the encoder was given. */
export const DECODER_DELAY = 529;

/** The name that a file's information frame gives its encoder. */
export const ENGINE_NAMES: Readonly<Record<Mp3Engine, string>> = { lame: 'LAME3.100', lamejs: 'LAME3.98' };

/** Frames that a run needs to settle: after so many, its frames are those of a run from the start of the sound. */
export const LEAD_FRAMES: Readonly<Record<Mp3Engine, number>> = { lame: 32, lamejs: 64 };

/** The rate of `MP3_SAMPLE_RATES` that is nearest to a source's, the higher one of two. */
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

/** Bitrates that the standard has but the engines do not take. */
const UNSUPPORTED_BITRATES = [56, 144];
/** LAME's limit for MPEG-2.5. */
const MAX_MPEG25_BITRATE = 64;

/** The bitrate nearest to the wish that MP3 has at this sampling rate: 8 to 64, to 160 or 32 to 320 kbps. */
export function nearestBitrate(wishKbps: number, sampleRate: number): number {
  const version = mpegVersionOf(sampleRate);
  return MP3_BITRATES[version]
    .filter((rate) => !UNSUPPORTED_BITRATES.includes(rate) && (version !== 2.5 || rate <= MAX_MPEG25_BITRATE))
    .reduce((best, rate) => (Math.abs(rate - wishKbps) <= Math.abs(best - wishKbps) ? rate : best));
}

/** How many frames LAME makes of so many samples, and the samples that it adds at the end. */
export function encodedLength(samples: number, frameSamples: number): { frames: number; padding: number } {
  const whole = samples + ENCODER_DELAY;
  let padding = frameSamples - (whole % frameSamples);
  if (padding < ENCODER_DELAY) padding += frameSamples;
  return { frames: (whole + padding) / frameSamples, padding };
}
