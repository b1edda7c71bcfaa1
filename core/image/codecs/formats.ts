/** The formats that pictures are written in, by extension. */
export const imageFormats = ['jpg', 'png', 'webp', 'avif'] as const;
export type ImageFormat = (typeof imageFormats)[number];
