import { startsWith } from '../../../base/bytes.ts';
import { FudebakoError } from '../../../base/errors.ts';
import { flatten } from '../../flatten.ts';
import type { ImageFormat } from '../image-format.ts';
import { encodeInWorker, loadEncoder } from '../load-codec.ts';
import { jpegProfile } from './jpeg-profile.ts';
import { readJpegHeader, unsupportedJpeg } from './jpeg-segments.ts';
import { output } from './output.ts';

/** Values of MozJPEG's option `chroma_subsample` in @jsquash/jpeg. */
const SUBSAMPLE = { '4:2:0': 2, '4:4:4': 1 } as const;

/** Value of MozJPEG's option for the quantization tables of T.81, annex K, as in core's JPEG encoder. */
const ANNEX_K_TABLES = 0;

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
  encode: async (raster, options, context) => {
    const opaque = flatten(raster);
    const { quality = output.options.quality, smaller } = options;
    if (smaller) return encodeInWorker('jpg', opaque, { ...options, quality }, context, opaque !== raster);
    return (await import('./encode-jpeg.ts')).encodeJpeg(opaque, quality, context, options);
  },
  encodeInWorker: async ({ quality, chroma = 'auto', ...image }, { platform }) => {
    const encode = await loadEncoder(import('@jsquash/jpeg/encode.js'), platform.wasm('jpeg-encoder'));
    const percent = Math.round(quality * 100);
    const subsampling = chroma === 'auto' ? (percent < 100 ? '4:2:0' : '4:4:4') : chroma;
    return encode(image, {
      quality: percent,
      quant_table: ANNEX_K_TABLES,
      auto_subsample: false,
      chroma_subsample: SUBSAMPLE[subsampling],
    });
  },
  statesDensity: true,
};
