import { isHeic, isImageSequence } from '../heif/heif.ts';
import { colorOf, readHeicLayout } from '../heif/layout.ts';
import type { ImageFormat } from '../image-format.ts';
import { readHeicHeader } from './heic-header.ts';

export const heic: ImageFormat<'heic'> = {
  name: 'heic',
  bytesPerPixel: 12,
  matches: isHeic,
  readHeader: readHeicHeader,
  readProfile: async (bytes) => colorOf(bytes, readHeicLayout(bytes).properties).profile,
  decode: async (bytes, _header, context) => (await import('./decode-heic.ts')).decodeHeic(bytes, context),
  decodeInWorker: async (bytes, { platform, onProgress }) =>
    (await import('./heic-pixels.ts')).decodeHeicPixels(bytes, () => platform.wasm('heic-decoder'), onProgress),
  metadata: () => import('./metadata.ts'),
  mayBeAnimated: isImageSequence,
};
