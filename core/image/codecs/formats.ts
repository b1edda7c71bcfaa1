/** Output formats, named by file extension. */
export const imageFormats = ['jpg', 'png', 'webp', 'avif'] as const;
export type ImageFormat = (typeof imageFormats)[number];
