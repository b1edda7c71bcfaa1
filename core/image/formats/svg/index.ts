import { FudebakoError } from '../../../base/errors.ts';
import { MAX_SVG_BYTES } from '../../../base/limits.ts';
import type { ImageFormat } from '../image-format.ts';
import { hasVerticalText, isSvg, readSvgHeader } from './svg.ts';

export const svg: ImageFormat<'svg'> = {
  name: 'svg',
  bytesPerPixel: 15,
  matches: isSvg,
  readHeader: readSvgHeader,
  check: ({ length }) => {
    if (length > MAX_SVG_BYTES) throw new FudebakoError('svgTooLarge', { megabytes: MAX_SVG_BYTES / 1e6 });
  },
  embeddedPixels: async (bytes, readHeader) => (await import('./images.ts')).embeddedPixels(bytes, readHeader),
  warningOf: (bytes) => (hasVerticalText(bytes) ? 'svgVerticalText' : undefined),
  decodeInWorker: async (bytes, { platform }) => (await import('./draw.ts')).drawSvg(bytes, platform),
  // A short SVG can take hours.
  mayTakeLong: true,
};
