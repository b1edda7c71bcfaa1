/** JPEG as an output format: its limits, and its options with their defaults. */
export const output = {
  mimeType: 'image/jpeg',
  otherExtension: 'jpeg',
  // JPEG stores sides in 16 bits, but libjpeg reads only sides up to JPEG_MAX_DIMENSION.
  maxSide: 65_500,
  options: { quality: 0.95, progressive: false, smaller: false, chroma: 'auto', lossless: 'by copy' },
} as const;
