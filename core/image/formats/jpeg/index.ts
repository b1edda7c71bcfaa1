import { startsWith } from '../../../base/bytes.ts';
import { FudebakoError } from '../../../base/errors.ts';
import type { ImageFormat } from '../image-format.ts';
import { jpegProfile } from './jpeg-profile.ts';
import { readJpegHeader, unsupportedJpeg } from './jpeg-segments.ts';

export const jpeg: ImageFormat<'jpg'> = {
  name: 'jpg',
  bytesPerPixel: 10,
  matches: (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
  readHeader: readJpegHeader,
  check: (bytes) => {
    const format = unsupportedJpeg(bytes);
    if (format) throw new FudebakoError('imageFormat', { format });
  },
  readProfile: async (bytes) => jpegProfile(bytes),
  decode: async (...input) => (await import('./decode-jpeg.ts')).decodeJpeg(...input),
  decodesParts: true,
  decodeScaled: async (...input) => (await import('./scale-jpeg.ts')).decodeScaledJpeg(...input),
  metadata: () => import('./metadata.ts'),
};
