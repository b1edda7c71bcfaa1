/** Output formats, named by file extension. */
export const imageFormats = ['jpg', 'png', 'webp', 'avif'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** Default compression level of PNG, 0 to 9. */
export const DEFAULT_COMPRESSION = 6;

/** Range of the number of colors of a PNG (`colors`). */
export const MIN_COLORS = 2;
export const MAX_COLORS = 256;

export const chromaSubsamplings = ['auto', '4:2:0', '4:4:4'] as const;
export type ChromaSubsampling = (typeof chromaSubsamplings)[number];
