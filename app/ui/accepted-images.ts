import { BUILT_WITH_HEIC } from '#core/base/built-with.ts';
import { extensionOf } from '#core/base/files.ts';

const ACCEPTED_EXTENSIONS = ['jpg', 'jpeg', 'png', 'webp', 'avif', 'gif', 'bmp', 'tif', 'tiff', 'svg'];
const ACCEPTED_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
  'image/bmp',
  'image/tiff',
  'image/svg+xml',
];

// Includes HEIC explicitly; otherwise Safari on iOS converts chosen HEIC photos to JPEG.
if (BUILT_WITH_HEIC) {
  ACCEPTED_EXTENSIONS.push('heic', 'heif');
  ACCEPTED_TYPES.push('image/heic', 'image/heif');
}

export const ACCEPTED_IMAGES = [...ACCEPTED_TYPES, ...ACCEPTED_EXTENSIONS.map((extension) => `.${extension}`)].join(
  ',',
);

/** True for an image by MIME type or file extension. Decoding the file checks the content. */
export const isAccepted = (file: File): boolean =>
  ACCEPTED_TYPES.includes(file.type) || ACCEPTED_EXTENSIONS.includes(extensionOf(file.name));
