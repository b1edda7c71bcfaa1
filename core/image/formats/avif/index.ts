import { isAvif, isImageSequence, readAvifHeader } from '../heif/heif.ts';
import { colorOf, readAvifLayout } from '../heif/layout.ts';
import type { ImageFormat } from '../image-format.ts';
import { encodeInWorker, loadDecoder, loadEncoder, MAX_EFFORT } from '../load-codec.ts';
import { encoderQuality } from '../quality-scale.ts';
import { output } from './output.ts';

/** Values of the option `subsample` of @jsquash/avif. */
const SUBSAMPLE = { '4:2:0': 1, '4:4:4': 3 } as const;

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
  encode: (raster, { quality = output.options.quality, ...options }, context) =>
    encodeInWorker('avif', raster, { ...options, quality: encoderQuality('avif', quality) }, context),
  encodeInWorker: async (
    { quality, effort = output.options.effort, lossless, chroma = 'auto', ...image },
    { platform },
  ) => {
    const encode = await loadEncoder(import('@jsquash/avif/encode.js'), platform.wasm('avif-encoder'));
    // libaom's option `speed` counts in the other direction: 0 is slowest.
    const speed = MAX_EFFORT - effort;
    if (lossless) return encode(image, { lossless: true, speed });
    const subsample = SUBSAMPLE[chroma === 'auto' ? '4:2:0' : chroma];
    return encode(image, { quality: Math.round(quality * 100), speed, subsample });
  },
  mayBeAnimated: isImageSequence,
};
