import type { VideoEncoderSettings } from '../../platform/media.ts';

/** What encoders that only know bit rates spend: three levels, each up to a quality. */
const bitRates = [
  { upTo: 19, bitsAPixel: 0.16 },
  { upTo: 25, bitsAPixel: 0.1 },
  { upTo: 51, bitsAPixel: 0.05 },
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
