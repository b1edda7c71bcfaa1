/** Extensions, without the dot, of image files to use in a folder. */
export const imageExtensions = [
  'jpg',
  'jpeg',
  'png',
  'webp',
  'gif',
  'bmp',
  'avif',
  'heic',
  'heif',
  'tif',
  'tiff',
  'svg',
] as const;
