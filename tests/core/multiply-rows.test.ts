import { expect, it } from 'vitest';
import { createRaster } from '#core/base/raster.ts';
import { multiplyRowsOver } from '#core/image/blend/paint-over.ts';

/** W3C Compositing and Blending Level 1, 5.1 and 10.1.2, for straight colors from 0 to 1. */
function multiplied(backdrop: readonly number[], source: readonly number[]): number[] {
  const [ab = 0, as = 0] = [backdrop[3], source[3]].map((alpha) => (alpha ?? 0) / 255);
  const alpha = as + ab * (1 - as);
  const color = [0, 1, 2].map((channel) => {
    const [cb, cs] = [(backdrop[channel] ?? 0) / 255, (source[channel] ?? 0) / 255];
    const mixed = (1 - ab) * cs + ab * cb * cs;
    return alpha === 0 ? 0 : (as * mixed + (1 - as) * ab * cb) / alpha;
  });
  return [...color, alpha].map((value) => value * 255);
}

it('a multiplied layer has the colors of the W3C’s formula, and changes only the rows below it', () => {
  const [image, layer] = [createRaster(64, 3), createRaster(64, 2)];
  let seed = 7;
  for (const { data } of [image, layer])
    for (let at = 0; at < data.length; at++) {
      seed = (seed * 16807) % 2147483647;
      data[at] = seed % 256;
    }
  // Pixels with the extreme values of alpha.
  for (const [at, alpha] of [
    [3, 255],
    [7, 0],
  ] as const)
    [image.data[64 * 4 + at], layer.data[at]] = [255, alpha];
  image.data[64 * 4 + 11] = 0;
  const [before, over] = [image.data.slice(), layer.data.slice()];
  multiplyRowsOver(image, layer, 1);
  expect(image.data.subarray(0, 64 * 4)).toEqual(before.subarray(0, 64 * 4));
  for (let at = 0; at < over.length; at += 4) {
    const [is, was] = [image.data, before].map((data) => [...data.subarray(64 * 4 + at, 64 * 4 + at + 4)]);
    const formula = multiplied(was ?? [], [...over.subarray(at, at + 4)]);
    if (over[at + 3] === 0) expect(is).toEqual(was);
    else
      for (const [channel, value] of formula.entries())
        expect(Math.abs((is?.[channel] ?? -1) - value)).toBeLessThan(1.01);
  }
});
