import { MAX_SIDE } from '../../../base/limits.ts';

/** AVIF as an output format: its limits, and its options with their defaults. */
export const output = {
  mimeType: 'image/avif',
  // AVIF allows longer sides, but such files could not be opened again here.
  maxSide: MAX_SIDE,
  // The effort was measured in decision record 0023.
  options: { quality: 0.95, effort: 3, lossless: false, chroma: 'auto' },
} as const;
