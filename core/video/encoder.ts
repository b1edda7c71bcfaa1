import type { CancelSignal } from '../platform.ts';
import type { YuvPicture } from './yuv.ts';

/** The encoders there are: the browser's own, FFmpeg's libraries in Node, and FFmpeg in WebAssembly. */
export type VideoEncoderName = 'webcodecs' | 'libav' | 'ffmpeg';

/** An H.264 encoder, as a platform offers it. */
export interface VideoEncoder {
  readonly name: VideoEncoderName;
  /**
   * How many times a picture that stands still is given, until the rate control has spent on it what
   * it should; 1 where every picture gets the same quality at once.
   */
  readonly settlingPictures: number;
  /**
   * Encodes pictures as one closed group: the first an IDR picture with its parameter sets before
   * it, the others P pictures in their order, High or Main profile. The same pictures with the same
   * settings give the same parameter sets.
   *
   * @returns byte streams (H.264, annex B), one for each picture
   * @throws CancelledError; any other error means that this encoder cannot do it
   */
  encodeGroup(
    pictures: AsyncIterable<TimedPicture>,
    settings: VideoEncoderSettings,
    signal?: CancelSignal,
  ): Promise<Uint8Array[]>;
}

export interface TimedPicture {
  readonly picture: YuvPicture;
  /** Where it first stands in its group, in frames. */
  readonly frame: number;
}

export interface VideoEncoderSettings {
  /** Even, as the height. */
  readonly width: number;
  readonly height: number;
  /** A whole number. */
  readonly fps: number;
  /** On the scale of x264's constant rate factor: 0 is lossless, 51 the worst. */
  readonly quality: number;
}

/** What encoders that only know bit rates spend: three levels, each up to a quality. */
const bitRates = [
  { upTo: 19, bitsAPixel: 0.32 },
  { upTo: 25, bitsAPixel: 0.2 },
  { upTo: 51, bitsAPixel: 0.1 },
] as const;

/**
 * Bits a second for encoders without a constant quality. They are an allowance that only the
 * pictures which are encoded draw on: what stands still costs next to nothing.
 */
export function bitRateFor({ width, height, fps, quality }: VideoEncoderSettings): number {
  const level = bitRates.find(({ upTo }) => quality <= upTo) ?? bitRates[2];
  return Math.round(width * height * Math.max(fps, 15) * level.bitsAPixel);
}

/**
 * The codec as RFC 6381 names it: High profile at the lowest level that takes the size and rate
 * (H.264, table A-1).
 */
export function codecFor({ width, height, fps }: VideoEncoderSettings): string {
  const macroblocks = Math.ceil(width / 16) * Math.ceil(height / 16);
  const level = levels.find(({ frame, second }) => macroblocks <= frame && macroblocks * fps <= second) ?? levels[3];
  return `avc1.6400${level.id}`;
}

const levels = [
  { id: '1f', frame: 3600, second: 108_000 },
  { id: '28', frame: 8192, second: 245_760 },
  { id: '2a', frame: 8704, second: 522_240 },
  { id: '33', frame: 36_864, second: 983_040 },
] as const;
