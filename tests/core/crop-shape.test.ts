import { describe, expect, it } from 'vitest';
import { createRaster } from '#core/base/raster.ts';
import { type CropShape, cutToShape } from '#core/image/crop-shape.ts';

const SAMPLES = 64;

/** Samples each pixel at 64 × 64 points. */
function sampledAlpha(width: number, height: number, shape: CropShape, cornerRadius: number, alpha: number): number[] {
  const radius = Math.min(cornerRadius, width / 2, height / 2);
  const [rx, ry] = shape === 'ellipse' ? [width / 2, height / 2] : [radius, radius];
  const isInside = (x: number, y: number) => {
    const u = Math.max(rx - x, x - (width - rx), 0) / rx;
    const v = Math.max(ry - y, y - (height - ry), 0) / ry;
    return u * u + v * v <= 1;
  };
  return Array.from({ length: width * height }, (_, pixel) => {
    let inside = 0;
    for (let at = 0; at < SAMPLES * SAMPLES; at++)
      if (
        isInside(
          (pixel % width) + ((at % SAMPLES) + 0.5) / SAMPLES,
          Math.floor(pixel / width) + (Math.floor(at / SAMPLES) + 0.5) / SAMPLES,
        )
      )
        inside++;
    return (alpha * inside) / SAMPLES ** 2;
  });
}

describe('a shaped crop', () => {
  it.each([
    ['ellipse', 40, 40, 0],
    ['ellipse', 31, 18, 0],
    ['ellipse', 1, 1, 0],
    ['ellipse', 3, 50, 0],
    ['rounded', 40, 23, 7],
    ['rounded', 40, 23, 900],
    ['rounded', 5, 9, 2],
    ['rounded', 7, 7, 3],
  ] as const)('as %s of %d × %d px (radius %d) has the alpha of the covered area', (shape, width, height, radius) => {
    const image = createRaster(width, height);
    image.data.fill(200);
    const { data } = cutToShape(image, shape, radius);
    const alphas = data.filter((_, index) => index % 4 === 3);
    const expected = sampledAlpha(width, height, shape, radius, 200);
    let most = 0;
    for (const [index, alpha] of alphas.entries()) most = Math.max(most, Math.abs(alpha - (expected[index] as number)));
    // Half a level of rounding, and the error of the samples.
    expect(most).toBeLessThan(1.5);
  });

  it('leaves no color where it leaves no alpha, and changes no color elsewhere', () => {
    const image = createRaster(20, 20);
    image.data.fill(77);
    const { data } = cutToShape(image, 'ellipse', 0);
    const colors = new Set<string>();
    for (let at = 0; at < data.length; at += 4)
      colors.add(`${data[at + 3] === 0 ? 'none' : 'some'} ${data.subarray(at, at + 3).join()}`);
    expect([...colors].sort()).toEqual(['none 0,0,0', 'some 77,77,77']);
    expect(data[(10 * 20 + 10) * 4 + 3]).toBe(77);
  });
});
