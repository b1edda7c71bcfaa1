import type { ImageFormat } from '../image-format.ts';
import { isTiff } from './tiff-directory.ts';
import { endsBeforeDirectory, readTiffHeader, tiffProfile } from './tiff-header.ts';

export const tiff: ImageFormat<'tiff'> = {
  name: 'tiff',
  bytesPerPixel: 12,
  matches: isTiff,
  readHeader: readTiffHeader,
  isCut: endsBeforeDirectory,
  readProfile: async (bytes) => tiffProfile(bytes),
  decodeInWorker: async (bytes, { onProgress }) => (await import('./decode-tiff.ts')).decodeTiff(bytes, onProgress),
  metadata: () => import('./metadata.ts'),
};
