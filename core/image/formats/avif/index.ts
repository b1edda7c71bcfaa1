import { isAvif, readAvifHeader } from '../heif/heif.ts';
import { colorOf, readAvifLayout } from '../heif/layout.ts';
import type { ImageFormat } from '../image-format.ts';
import { loadDecoder } from '../wasm-codec.ts';

export const avif: ImageFormat<'avif'> = {
  name: 'avif',
  bytesPerPixel: 29,
  matches: isAvif,
  readHeader: readAvifHeader,
  readProfile: async (bytes) => colorOf(bytes, readAvifLayout(bytes).properties).profile,
  decode: async (bytes, _header, context) => (await import('./decode-avif.ts')).decodeAvif(bytes, context),
  decodeInWorker: async (bytes, { platform }) =>
    (await loadDecoder(import('@jsquash/avif/decode.js'), platform.wasm('avif-decoder')))(bytes),
  metadata: () => import('./metadata.ts'),
};
