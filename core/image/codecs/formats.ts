/** Output formats, named by file extension. */
export const imageFormats = ['jpg', 'png', 'webp', 'avif'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** Default compression level of PNG, 0 to 9. */
export const DEFAULT_COMPRESSION = 6;

/** Range of `colors` of PNG. */
export const MIN_COLORS = 2;
export const MAX_COLORS = 256;
