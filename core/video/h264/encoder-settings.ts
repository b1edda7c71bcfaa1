import type { VideoEncoderSettings } from '../../platform/media.ts';

/** Bits per pixel for H.264 encoders without constant quality, for constant rate factors up to `upTo`. */
const bitRates = [
  { upTo: 19, bitsAPixel: 0.16 },
  { upTo: 25, bitsAPixel: 0.1 },
  { upTo: 51, bitsAPixel: 0.05 },
] as const;

/** Returns the bit rate for encoders without constant quality. Generated frames use almost no bits. */
export function bitRateFor({ width, height, fps, quality }: VideoEncoderSettings): number {
  const level = bitRates.find(({ upTo }) => quality <= upTo) ?? bitRates[2];
  return Math.round(width * height * Math.max(fps, 15) * level.bitsAPixel);
}

/** Returns the RFC 6381 codec string of High profile at the lowest sufficient level (H.264, table A-1). */
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
