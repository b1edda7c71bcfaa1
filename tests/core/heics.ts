import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinBytes, uint16, uint32, viewOf } from '#core/base/bytes.ts';
import { type AvifItem, type AvifProperty, ispe, itemsOf, makeAvif, typeOf, withProperties } from './avifs.ts';

/** Returns a file that `heics/generate.ts` wrote. */
export const readHeic = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(import.meta.dirname, 'heics', `${name}.heic`)));

/** Returns the main coded image of a file that `heics/generate.ts` wrote. */
export function heicItem(name: string): AvifItem {
  const item = itemsOf(readHeic(name)).find(({ type }) => type === 'hvc1');
  if (!item) throw new Error(`${name} has no item`);
  return item;
}

type References = Parameters<typeof makeAvif>[1];

export const makeHeic = (items: readonly AvifItem[], references?: References): Uint8Array<ArrayBuffer> =>
  makeAvif(items, references, { brand: 'heic' });

export const configOf = ({ properties }: AvifItem): AvifProperty => {
  const found = properties.find((each) => typeOf(each) === 'hvcC');
  if (!found) throw new Error('The item has no configuration');
  return found;
};

/** Returns a grid item, which combines tiles (ISO/IEC 23008-12, 6.6.2.3.2). */
export const gridItem = (rows: number, columns: number, width: number, height: number): AvifItem => ({
  type: 'grid',
  payload: joinBytes([0, 0, rows - 1, columns - 1], uint16(width), uint16(height)),
  properties: [ispe(width, height)],
});

/** Changes the size in the item's boxes, but not in its sequence parameter set. */
export const withStatedSize = (item: AvifItem, width: number, height: number): AvifItem =>
  withProperties(item, ispe(width, height));

/** Returns the NAL units of an item's payload. */
export function unitsOf({ payload }: AvifItem): Uint8Array[] {
  const units: Uint8Array[] = [];
  for (let from = 0; from < payload.length; ) {
    const size = viewOf(payload).getUint32(from);
    units.push(payload.subarray(from + 4, from + 4 + size));
    from += 4 + size;
  }
  return units;
}

export const withUnits = (item: AvifItem, units: readonly Uint8Array[]): AvifItem => ({
  ...item,
  payload: joinBytes(...units.flatMap((unit) => [uint32(unit.length), unit])),
});

const START_CODE = uint32(1);

/** Returns an item's bitstream in the format of ITU-T H.265, annex B. */
function annexB(item: AvifItem): Uint8Array {
  const units: Uint8Array[] = [];
  const config = configOf(item).box.subarray(8);
  const view = viewOf(config);
  let at = 23;
  for (let arrays = view.getUint8(22); arrays > 0; arrays--) {
    let count = view.getUint16(at + 1);
    for (at += 3; count > 0; count--) {
      const size = view.getUint16(at);
      units.push(config.subarray(at + 2, at + 2 + size));
      at += 2 + size;
    }
  }
  units.push(...unitsOf(item));
  return joinBytes(...units.flatMap((unit) => [START_CODE, unit]));
}

interface SampledPlane {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

/** Interpolates chroma at a pixel from the four nearest samples, each at the center of `across` × `down` pixels. */
export function interpolated({ width, height, data }: SampledPlane, across: number, down: number) {
  const at = (column: number, row: number) =>
    data[Math.min(height - 1, Math.max(0, row)) * width + Math.min(width - 1, Math.max(0, column))] as number;
  return (x: number, y: number): number => {
    const [u, v] = [(x + 0.5) / across - 0.5, (y + 0.5) / down - 0.5];
    const [left, top] = [Math.floor(u), Math.floor(v)];
    const [right, below] = [u - left, v - top];
    const first = at(left, top) * (1 - right) + at(left + 1, top) * right;
    const second = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
    return first * (1 - below) + second * below;
  };
}

/** FFmpeg's pixel formats: bits per sample, and log2 of the chroma subsampling. */
const layouts = {
  gray: { bits: 8, shift: undefined },
  yuv420p: { bits: 8, shift: 1 },
  yuv420p10: { bits: 10, shift: 1 },
  yuv420p12: { bits: 12, shift: 1 },
  yuv444p: { bits: 8, shift: 0 },
} as const;

/** Returns the samples of an item by FFmpeg's HEVC decoder, plane by plane. */
export function rawSamplesByFfmpeg(item: AvifItem): Uint8Array<ArrayBuffer> {
  const args = ['-v', 'error', '-f', 'hevc', '-i', 'pipe:0', '-f', 'rawvideo', 'pipe:1'];
  return new Uint8Array(
    execFileSync('ffmpeg', args, { input: annexB(item), stdio: ['pipe', 'pipe', 'inherit'], maxBuffer: 1 << 28 }),
  );
}

/** Returns an item's samples by FFmpeg's HEVC decoder, 0 to 1. Sides are rounded up to whole chroma samples. */
function samplesByFfmpeg(item: AvifItem, layout: keyof typeof layouts, width: number, height: number) {
  const { bits, shift } = layouts[layout];
  const bytes = rawSamplesByFfmpeg(item);
  const samples = bits > 8 ? new Uint16Array(bytes.buffer) : bytes;
  const divisor = 1 << (shift ?? 0);
  const [wide, high] = [Math.ceil(width / divisor), Math.ceil(height / divisor)];
  const [fullWidth, fullHeight] = [wide * divisor, high * divisor];
  const most = 2 ** bits - 1;
  const plane = (start: number, planeWidth: number, planeHeight: number, scale: number) => {
    const part = { width: planeWidth, height: planeHeight, data: samples.subarray(start) };
    const at = interpolated(part, scale, scale);
    return (x: number, y: number) => at(x, y) / most;
  };
  const first = plane(0, fullWidth, fullHeight, 1);
  if (shift === undefined) return { first };
  const size = wide * high;
  return {
    first,
    second: plane(fullWidth * fullHeight, wide, high, divisor),
    third: plane(fullWidth * fullHeight + size, wide, high, divisor),
  };
}

/** Returns the RGB of an item by FFmpeg's HEVC decoder and the full-range matrix of ITU-R BT.601. */
export function decodeItemByFfmpeg(
  item: AvifItem,
  layout: keyof typeof layouts,
  width: number,
  height: number,
): Uint8ClampedArray {
  const { first, second, third } = samplesByFfmpeg(item, layout, width, height);
  const rgb = new Uint8ClampedArray(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [a, b, c] = [first(x, y), second?.(x, y) ?? 0.5, third?.(x, y) ?? 0.5];
      const centered = (value: number) => value - 128 / 255;
      const [cb, cr] = second ? [centered(b), centered(c)] : [0, 0];
      const pixel = [a + 1.402 * cr, a - 0.344136 * cb - 0.714136 * cr, a + 1.772 * cb];
      rgb.set(
        pixel.map((value) => value * 255),
        (y * width + x) * 3,
      );
    }
  return rgb;
}
