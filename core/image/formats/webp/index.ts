import { ascii } from '../../../base/bytes.ts';
import type { ImageFormat } from '../image-format.ts';
import { encodeInWorker, loadDecoder, loadEncoder, MAX_EFFORT } from '../load-codec.ts';
import { encoderQuality } from '../quality-scale.ts';
import { output } from './output.ts';
import { readWebpHeader, webpProfile } from './webp.ts';

/** The slowest value of libwebp's option `method`; 0 is fastest. */
const METHODS = 6;

/** Flag of an animation in the first byte of the chunk VP8X (RFC 9649, 2.7.1). */
const ANIMATION_FLAG = 0x02;

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
  encode: (raster, { quality = output.options.quality, ...options }, context) =>
    encodeInWorker('webp', raster, { ...options, quality: encoderQuality('webp', quality) }, context),
  encodeInWorker: async ({ quality, effort = output.options.effort, lossless, ...image }, { platform }) => {
    const encode = await loadEncoder(import('@jsquash/webp/encode.js'), platform.wasm('webp-encoder'));
    const method = Math.round((effort * METHODS) / MAX_EFFORT);
    // In lossless mode, libwebp's `quality` is the compression effort. The default effort has quality 82.
    const mode = lossless ? { lossless: 1, quality: 100 * Math.sqrt(effort / MAX_EFFORT) } : { quality: quality * 100 };
    // The option `exact` preserves the color of transparent pixels, which libwebp discards by default.
    return encode(image, { ...mode, method, exact: 1 });
  },
  mayBeAnimated: (start) => ascii(start, 12, 4) === 'VP8X' && ((start[20] ?? 0) & ANIMATION_FLAG) !== 0,
  openAnimation: async (bytes, canvas) => (await import('./webp-frames.ts')).webpAnimation(bytes, canvas),
  writeAnimation: async (...input) => (await import('./write-animation.ts')).writeWebpAnimation(...input),
};
