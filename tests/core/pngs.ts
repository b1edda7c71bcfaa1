import { deflateSync, type ZlibOptions } from 'node:zlib';
import { uint32 } from '#core/base/bytes.ts';
import { crc32, pngChunk, pngChunks } from '#core/image/formats/png/png-chunks.ts';
import { Random } from '../fuzz/random.ts';
import { joined } from '../growth/hostile.ts';

/** A PNG writer for tests, with every color type and depth. */

type Bytes = Uint8Array<ArrayBuffer>;
type Size = readonly [width: number, height: number];
/** Bit depth and color type of a PNG. */
type Kind = readonly [depth: number, colorType: number];

/** Returns a PNG whose rows have these bytes, which include the filter bytes. */
export const fromRows = (
  [width, height, depth, colorType]: readonly [number, number, number, number],
  rows: Uint8Array,
  { before = [] as readonly Uint8Array[], behind = [] as readonly Uint8Array[], zlib = {} as ZlibOptions } = {},
): Bytes =>
  joined(
    [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
    pngChunk('IHDR', joined(uint32(width), uint32(height), [depth, colorType, 0, 0, 0])),
    ...before,
    pngChunk('IDAT', Uint8Array.from(deflateSync(rows, zlib))),
    ...behind,
    pngChunk('IEND', new Uint8Array()),
  );

export const chunk = (type: string, content: readonly number[]) => pngChunk(type, Uint8Array.from(content));

/** Returns rows of random bytes. The rows use each of the five filters in turn. */
export function randomRows(rowBytes: number, height: number, seed = 3): Uint8Array {
  const random = new Random(seed);
  return Uint8Array.from({ length: (rowBytes + 1) * height }, (_, at) =>
    at % (rowBytes + 1) === 0 ? Math.floor(at / (rowBytes + 1)) % 5 : random.below(random.chance(2) ? 4 : 256),
  );
}

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Returns a PNG of random samples. */
export function randomPng([width, height]: Size, [depth, type]: Kind, before: readonly Uint8Array[] = []): Bytes {
  const rowBytes = Math.ceil((width * (CHANNELS[type] as number) * depth) / 8);
  return fromRows([width, height, depth, type], randomRows(rowBytes, height), { before });
}

/** Returns a PNG of random samples without filters. `sampleAt` replaces samples. */
export function plainPng(
  [width, height]: Size,
  [depth, type]: Kind,
  sampleAt: (x: number, y: number, channel: number) => number | undefined,
  before: readonly Uint8Array[] = [],
): Bytes {
  const channels = CHANNELS[type] as number;
  const random = new Random(11);
  const rows: number[] = [];
  for (let y = 0; y < height; y++) {
    rows.push(0);
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < channels; channel++) {
        const level = sampleAt(x, y, channel) ?? random.below(255);
        rows.push(level, ...(depth === 16 ? [random.below(256)] : []));
      }
  }
  return fromRows([width, height, depth, type], Uint8Array.from(rows), { before });
}

/** Returns a PLTE chunk of 2 to the power of `depth` colors. */
export const palette = (depth: number) =>
  chunk(
    'PLTE',
    Array.from({ length: 3 * 2 ** depth }, (_, at) => (at * 83 + 17) % 256),
  );

/** Returns a PNG of random color, gray or RGB, with the alpha that `alphaAt` returns. */
export const withAlpha = (size: Size, [depth, type]: Kind, alphaAt: (x: number, y: number) => number): Bytes =>
  plainPng(size, [depth, type], (x, y, channel) => (channel === (type === 4 ? 1 : 3) ? alphaAt(x, y) : undefined));

export const rgba = (size: Size, alphaAt: (x: number, y: number) => number): Bytes => withAlpha(size, [8, 6], alphaAt);

export const isLast = ([width, height]: Size, x: number, y: number) => x === width - 1 && y === height - 1;

/** Changes bytes, and corrects the checksums of chunks on request. */
export function changed(png: Uint8Array, change: (bytes: Bytes) => void, { repaired = false } = {}): Bytes {
  const bytes = Uint8Array.from(png);
  change(bytes);
  if (repaired)
    for (const { start, end } of pngChunks(bytes))
      if (end + 4 <= bytes.length) new DataView(bytes.buffer).setUint32(end, crc32(bytes.subarray(start - 4, end)));
  return bytes;
}
