import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeJpeg } from '#core/image/formats/jpeg/encode-jpeg.ts';
import { bestTable } from '#core/image/formats/jpeg/jpeg-tables.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { platform } from '../inline-platform.ts';
import { describeJpeg } from './jpeg.contract.ts';
import { noiseRaster } from './noise.ts';

describeJpeg(() => platform);

it('encoding JPEG gives the same bytes for any number of workers', async () => {
  const threads = createNodePlatform({ threads: 2 });
  const raster = noiseRaster(1700, 1900, { opaque: true });
  const [one, two] = [
    await encodeJpeg(raster, 0.9, { platform }),
    await encodeJpeg(raster, 0.9, { platform: threads }),
  ];
  threads.close();
  expect(Buffer.compare(one, two)).toBe(0);
});

it('encoding JPEG stops when canceled', async () => {
  const raster = noiseRaster(64, 64, { opaque: true });
  const encoding = encodeJpeg(raster, 0.9, { platform, signal: AbortSignal.abort() });
  await expect(encoding).rejects.toMatchObject({ name: 'CancelledError' });
});

it('Huffman codes cover every symbol, are no longer than 16 bits, and leave one code unused', () => {
  const counts = fc.uint8Array({ minLength: 1, maxLength: 256 }).map((exponents) =>
    Uint32Array.from({ length: 256 }, (_, at) => {
      const exponent = (exponents[at] ?? 0) % 30;
      return exponent === 0 ? 0 : 2 ** exponent;
    }),
  );
  fc.assert(
    fc.property(counts, (frequencies) => {
      const { lengths, symbols } = bestTable(frequencies);
      expect(symbols.toSorted((a, b) => a - b)).toEqual(
        [...frequencies.keys()].filter((symbol) => frequencies[symbol] !== 0),
      );
      expect(lengths).toHaveLength(16);
      expect(lengths.reduce((sum, count) => sum + count, 0)).toBe(symbols.length);
      const codeSpace = lengths.reduce((sum, count, index) => sum + count * 2 ** (15 - index), 0);
      expect(codeSpace).toBeLessThan(2 ** 16);
    }),
  );
});
