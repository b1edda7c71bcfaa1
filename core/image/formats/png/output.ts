import { MAX_SIDE } from '../../../base/limits.ts';

/** PNG as an output format: its limits, and its options with their defaults. */
export const output = {
  mimeType: 'image/png',
  otherExtension: 'apng',
  // PNG allows longer sides, but such files could not be opened again here.
  maxSide: MAX_SIDE,
  options: { compression: 3, colors: undefined, dithering: true, lossless: 'always' },
  animationOptions: ['compression', 'lossless'],
} as const;
