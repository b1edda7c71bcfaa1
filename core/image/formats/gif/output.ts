/** GIF as an output format. */
export const output = {
  mimeType: 'image/gif',
  // The logical screen of a GIF has 16-bit sides (GIF89a, 18).
  maxSide: 65_535,
  // Below this quality, colors change for the sake of compression.
  options: { quality: 0.95, colors: undefined },
  animationOptions: ['quality', 'colors'],
} as const;
