import { startsWith } from '../../../base/bytes.ts';
import type { ImageFormat } from '../image-format.ts';
import { PNG_SIGNATURE, readPngHeader } from './png-chunks.ts';

export const png: ImageFormat<'png'> = {
  name: 'png',
  bytesPerPixel: 13,
  matches: (bytes) => startsWith(bytes, PNG_SIGNATURE),
  readHeader: readPngHeader,
  readColors: async (bytes, channels) => (await import('./png-colors.ts')).pngColors(bytes, channels),
  readProfile: async (bytes) => (await import('./png-colors.ts')).pngProfile(bytes),
  decodeScaled: async (...input) => (await import('./scale-png.ts')).decodeScaledPng(...input),
  decodeInWorker: async (bytes) => (await import('./decode-png.ts')).decodePng(bytes),
  metadata: () => import('./metadata.ts'),
  encode: async (raster, options, { platform, signal }) =>
    (await import('./encode-png.ts')).encodePng(raster, options, { platform, signal }),
  mayBeAnimated: () => true,
  openAnimation: async (bytes) => (await import('./png-frames.ts')).pngAnimation(bytes),
  writeAnimation: async (...input) => (await import('./write-animation.ts')).writePngAnimation(...input),
  statesDensity: true,
};
