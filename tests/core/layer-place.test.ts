import { describe, expect, it } from 'vitest';
import { createRaster, type Raster } from '#core/base/raster.ts';
import { composeLayers, type LayerParameters, topBox, topPlace } from '#core/image/layer.ts';
import { platform } from '../inline-platform.ts';

/** An image whose red grows along x and green along y, so that each color shows its position, also between pixels. */
function ramp(width: number, height: number): Raster {
  const raster = createRaster(width, height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) raster.data.set([20 + 2 * x, 10 + 3 * y, 0, 255], (y * width + x) * 4);
  return raster;
}

function plain(width: number, height: number, color: readonly number[]): Raster {
  const raster = createRaster(width, height);
  for (let at = 0; at < raster.data.length; at += 4) raster.data.set(color, at);
  return raster;
}

const compose = (top: Raster, bottom: Raster, change: Partial<LayerParameters>, mask?: Raster) =>
  composeLayers(
    { top, bottom, ...(mask && { mask }) },
    { blendMode: 'normal', view: 'combined', offsetX: 0, offsetY: 0, ...change },
    { platform },
  );

const pixel = ({ data, width }: Raster, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];

describe('the top layer', () => {
  for (const [scale, rotation] of [
    [1, 30],
    [1.5, -70],
    [2.5, 0],
    [1.2, 135],
  ] as const)
    it(`at scale ${scale} and ${rotation}° has every color at the right position`, async () => {
      const [width, height] = [60, 40];
      const [offsetX, offsetY] = [7, -4];
      const bottom = plain(160, 120, [0, 0, 255, 255]);
      const result = await compose(ramp(width, height), bottom, { scale, rotation, offsetX, offsetY });
      // Computes, independently of core, the top layer's center, and the position in the top layer for each pixel.
      const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
      const centerX = Math.floor((160 - w) / 2) + offsetX + w / 2;
      const centerY = Math.floor((120 - h) / 2) + offsetY + h / 2;
      const angle = (rotation * Math.PI) / 180;
      let [inside, outside] = [0, 0];
      for (let y = 0; y < 120; y++)
        for (let x = 0; x < 160; x++) {
          const [dx, dy] = [x + 0.5 - centerX, y + 0.5 - centerY];
          const along = dx * Math.cos(angle) + dy * Math.sin(angle) + w / 2;
          const down = dy * Math.cos(angle) - dx * Math.sin(angle) + h / 2;
          const [u, v] = [(along * width) / w - 0.5, (down * height) / h - 0.5];
          const [red = 0, green = 0, blue = 0, alpha = 0] = pixel(result, x, y);
          expect(alpha).toBe(255);
          if (along < -1 || down < -1 || along > w + 1 || down > h + 1) {
            outside++;
            expect([red, green, blue]).toEqual([0, 0, 255]);
          } else if (u > 2 && v > 2 && u < width - 3 && v < height - 3) {
            inside++;
            expect(Math.abs(red - (20 + 2 * u))).toBeLessThanOrEqual(1);
            expect(Math.abs(green - (10 + 3 * v))).toBeLessThanOrEqual(1);
            expect(blue).toBe(0);
          }
        }
      expect(inside).toBeGreaterThan(1500);
      expect(outside).toBeGreaterThan(200);
    });

  it('is shrunk with the filter of the scale tool, and covers exactly its box', async () => {
    const top = plain(50, 30, [200, 100, 50, 255]);
    const box = topBox(top, { width: 100, height: 100 }, { scale: 0.5, offsetX: 3, offsetY: 0 });
    expect(box).toEqual({ left: 40, top: 42, right: 65, bottom: 57 });
    const result = await compose(top, plain(100, 100, [0, 0, 0, 255]), { scale: 0.5, offsetX: 3 });
    for (let y = 0; y < 100; y++)
      for (let x = 0; x < 100; x++)
        expect(pixel(result, x, y)[0]).toBe(x >= 40 && x < 65 && y >= 42 && y < 57 ? 200 : 0);
  });

  it('is placed together with its mask, at its opacity', async () => {
    const mask = createRaster(40, 20);
    for (let at = 0; at < 800; at++) mask.data.set(at % 40 < 20 ? [0, 0, 0, 255] : [255, 255, 255, 255], at * 4);
    const top = plain(40, 20, [255, 255, 255, 255]);
    const result = await compose(top, plain(80, 80, [0, 0, 0, 255]), { rotation: 90, opacity: 0.4 }, mask);
    // After a quarter turn, the layer's visible right half is below the center.
    expect(pixel(result, 40, 30)).toEqual([0, 0, 0, 255]);
    expect(pixel(result, 40, 50)).toEqual([102, 102, 102, 255]);
    expect(pixel(result, 20, 50)).toEqual([0, 0, 0, 255]);
  });

  it('far outside the image changes no pixel and allocates no invisible pixels', async () => {
    const bottom = ramp(40, 30);
    const top = plain(50, 50, [255, 255, 255, 255]);
    const away = await compose(top, bottom, { scale: 100, rotation: 10, offsetX: 20_000 });
    expect([...away.data]).toEqual([...bottom.data]);
    const all = await compose(top, bottom, { scale: 100, rotation: 10 });
    expect(pixel(all, 0, 0)).toEqual([255, 255, 255, 255]);
  });
});

describe('the anchor of the top layer', () => {
  const [top, bottom] = [
    { width: 20, height: 10 },
    { width: 200, height: 100 },
  ];
  const place = (params: Partial<LayerParameters>) => topPlace(top, bottom, { offsetX: 0, offsetY: 0, ...params });

  it.each([
    ['center', 90, 45],
    ['top', 90, 2],
    ['top-right', 178, 2],
    ['right', 178, 45],
    ['bottom-right', 178, 88],
    ['bottom', 90, 88],
    ['bottom-left', 2, 88],
    ['left', 2, 45],
    ['top-left', 2, 2],
  ] as const)('%s keeps a margin of 2% of the shorter side', (anchor, left, y) => {
    expect(place({ anchor, margin: 2 })).toEqual({ left, top: y });
    expect(place({ anchor, margin: 2, offsetX: -3, offsetY: 5 })).toEqual({ left: left - 3, top: y + 5 });
  });

  it('measures the margin from the rotated layer', () => {
    // Rotated by 90°, the layer covers 10 × 20 pixels around its center.
    expect(place({ anchor: 'bottom-right', margin: 2, rotation: 90 })).toEqual({ left: 183, top: 83 });
    expect(place({ anchor: 'top-left', rotation: 90 })).toEqual({ left: -5, top: 5 });
  });

  it('places the layer after scaling it', async () => {
    const made = await compose(plain(20, 10, [255, 0, 0, 255]), plain(200, 100, [0, 0, 255, 255]), {
      anchor: 'bottom-right',
      margin: 5,
      scale: 2,
    });
    const red = [255, 0, 0, 255];
    for (const [x, y] of [
      [155, 75],
      [194, 94],
    ] as const)
      expect(pixel(made, x, y)).toEqual(red);
    for (const [x, y] of [
      [154, 75],
      [195, 94],
      [194, 95],
      [155, 74],
    ] as const)
      expect(pixel(made, x, y)).toEqual([0, 0, 255, 255]);
  });
});
