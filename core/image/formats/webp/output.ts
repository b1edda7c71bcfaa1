/** WebP as an output format: its limits, and its options with their defaults. */
export const output = {
  mimeType: 'image/webp',
  // VP8 has 14-bit sides, and so has an image that VP8L can share with VP8 (RFC 9649, 2.5).
  maxSide: 16_383,
  // The effort was measured in decision record 0023.
  options: { quality: 0.95, effort: 6, lossless: false },
  animationOptions: ['quality', 'effort', 'lossless'],
} as const;
