/** GIF as an output format. */
export const output = {
  mimeType: 'image/gif',
  // The logical screen of a GIF has 16-bit sides (GIF89a, 18).
  maxSide: 65_535,
  options: {},
} as const;
