import { describe, expect, it } from 'vitest';
import { createResampleKernels, type ResampleKernels } from '#core/image/resample/resample-kernels.ts';
import { resampleStrip } from '#core/image/resample/resample-strip.ts';
import { resampleWasm } from '#core/wasm/generated/resample.ts';
import { instantiateKernels } from '#core/wasm/webassembly.ts';
import { noise } from './test-images.ts';

/** Sizes of source and result, and hashes of the result for an opaque and a translucent source. */
const cases = [
  { source: [97, 61], result: [40, 23], opaque: 1703066283, translucent: 817372490 },
  { source: [61, 97], result: [150, 201], opaque: 3863562115, translucent: 2708200074 },
  { source: [33, 35], result: [32, 34], opaque: 316467074, translucent: 3584204550 },
  { source: [400, 30], result: [21, 7], opaque: 3348099599, translucent: 4177791223 },
  { source: [900, 700], result: [31, 20], opaque: 2724175419, translucent: 1603977540 },
  { source: [5, 1], result: [1, 9], opaque: 931079114, translucent: 2794788411 },
] as const;

/** Returns the 32-bit FNV-1a hash of bytes. */
const fingerprint = (bytes: Uint8ClampedArray) =>
  bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, 0x811c9dc5);

function resampled(kernels: ResampleKernels, { source, result }: (typeof cases)[number]) {
  const [sourceWidth, sourceHeight] = source;
  const [width, height] = result;
  const resampledBytes = (opaque: boolean) => {
    const { data } = noise(sourceWidth, sourceHeight, { seed: width, opaque });
    const size = { sourceWidth, sourceHeight, width, height };
    const bytes = new Uint8ClampedArray(width * height * 4);
    resampleStrip(kernels, { ...size, data, firstRow: 0, top: 0, bottom: height, opaque }, bytes);
    return bytes;
  };
  return { source, result, opaque: fingerprint(resampledBytes(true)), translucent: fingerprint(resampledBytes(false)) };
}

/** Tests that Node and Chromium give the same bytes, with WebAssembly and without. */
export function describeResampleParity(where: string) {
  describe(`resampling in ${where} gives the expected bytes, which are equal on every platform`, () => {
    it.each(cases)('for $source → $result, by WebAssembly', async (expected) => {
      const kernels = await instantiateKernels<ResampleKernels>(resampleWasm);
      if (!kernels) throw new Error('No WebAssembly with SIMD');
      expect(resampled(kernels, expected)).toEqual(expected);
    });

    it.each(cases)('for $source → $result, by TypeScript', (expected) => {
      const kernels = createResampleKernels();
      expect(resampled(kernels, expected)).toEqual(expected);
    });
  });
}
