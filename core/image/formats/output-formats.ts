/** Output formats of still images, named by file extension. */
export const imageFormats = ['jpg', 'png', 'webp', 'avif'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** Output formats of animations. PNG and WebP also store still images; a GIF of a still image has one frame. */
export const animatedFormats = ['gif', 'webp', 'png', 'mp4'] as const;
export type AnimatedFormat = (typeof animatedFormats)[number];

export const outputFormats = [...imageFormats, 'gif', 'mp4'] as const;
export type OutputFormat = (typeof outputFormats)[number];

export const isAnimatedFormat = (format: OutputFormat): format is AnimatedFormat =>
  animatedFormats.some((each) => each === format);

/** Default compression level of PNG, 0 to 9. */
export const DEFAULT_COMPRESSION = 6;

/** Minimum and maximum number of colors of a PNG with reduced colors (`colors`). */
export const MIN_COLORS = 2;
export const MAX_COLORS = 256;

export const chromaSubsamplings = ['auto', '4:2:0', '4:4:4'] as const;
export type ChromaSubsampling = (typeof chromaSubsamplings)[number];
