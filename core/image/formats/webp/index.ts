import { ascii } from '../../../base/bytes.ts';
import type { ImageFormat } from '../image-format.ts';
import { loadDecoder } from '../wasm-codec.ts';
import { readWebpHeader, webpProfile } from './webp.ts';

export const webp: ImageFormat<'webp'> = {
  name: 'webp',
  bytesPerPixel: 15,
  matches: (bytes) => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP',
  readHeader: readWebpHeader,
  readProfile: async (bytes) => webpProfile(bytes),
  decodeInWorker: async (bytes, { platform }) => {
    const decode = await loadDecoder(import('@jsquash/webp/decode.js'), platform.wasm('webp-decoder'));
    return (await import('./webp-frames.ts')).decodeWebp(bytes, decode);
  },
  metadata: () => import('./metadata.ts'),
};
