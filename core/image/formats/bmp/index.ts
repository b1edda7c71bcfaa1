import { ascii, viewOf } from '../../../base/bytes.ts';
import { type Density, METERS_PER_INCH } from '../../metadata/density.ts';
import type { ImageFormat } from '../image-format.ts';
import { readBmpLayout } from './bmp-layout.ts';

export const bmp: ImageFormat<'bmp'> = {
  name: 'bmp',
  bytesPerPixel: 12,
  matches: (bytes) => ascii(bytes, 0, 2) === 'BM' && bytes.length >= 26,
  readHeader: (bytes) => {
    const layout = readBmpLayout(bytes);
    if (!layout) return undefined;
    const { width, height, masks, profile } = layout;
    const mayHaveAlpha = masks[3] !== 0;
    return { width, height, channels: mayHaveAlpha ? 4 : 3, mayHaveAlpha, hasProfile: profile !== undefined };
  },
  readProfile: async (bytes) => readBmpLayout(bytes)?.profile,
  decodeInWorker: async (bytes) => (await import('./decode-bmp.ts')).decodeBmp(bytes),
  metadata: async () => ({ readDensity }),
};

/** Reads the fields biXPelsPerMeter and biYPelsPerMeter, which headers of at least 40 bytes have. */
function readDensity(bytes: Uint8Array): Density | undefined {
  const view = viewOf(bytes);
  if (view.getUint32(14, true) < 40) return undefined;
  return { x: view.getInt32(38, true) * METERS_PER_INCH, y: view.getInt32(42, true) * METERS_PER_INCH };
}
