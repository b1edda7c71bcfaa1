/** A GIF writer for tests, which can also write invalid files. */

type Bytes = Uint8Array<ArrayBuffer>;
export type Color = readonly [red: number, green: number, blue: number];

export const RED: Color = [255, 0, 0];
export const GREEN: Color = [0, 255, 0];
export const BLUE: Color = [0, 0, 255];
export const WHITE: Color = [255, 255, 255];
export const FOUR_COLORS: readonly Color[] = [RED, GREEN, BLUE, WHITE];

const uint16 = (value: number) => [value & 255, value >> 8];

/** Packs codes into bytes, starting with the lowest bit. */
export function packCodes(codes: readonly (readonly [code: number, bits: number])[]): number[] {
  const packed: number[] = [];
  let [value, count] = [0, 0];
  for (const [code, bits] of codes) {
    value |= code << count;
    for (count += bits; count >= 8; count -= 8, value >>>= 8) packed.push(value & 255);
  }
  return count > 0 ? [...packed, value] : packed;
}

/** Encodes indices without compression: writes a clear code before the code size would grow. */
export function literalCodes(literalBits: number, indices: readonly number[]): number[] {
  const clear = 1 << literalBits;
  const most = Math.max(1, clear - 2);
  const codes = indices.flatMap((index, at) => (at % most === 0 ? [clear, index] : [index]));
  return packCodes([...codes, clear + 1].map((code) => [code, literalBits + 1]));
}

export function subBlocks(data: readonly number[], length = 255): number[] {
  const blocks: number[] = [];
  for (let at = 0; at < data.length; at += length) {
    const block = data.slice(at, at + length);
    blocks.push(block.length, ...block);
  }
  return [...blocks, 0];
}

const colorTable = (colors: readonly Color[]) => colors.flat();
const tableFlags = (colors: readonly Color[] | undefined) => (colors ? 0x80 | (Math.log2(colors.length) - 1) : 0);

export interface GifImageOptions {
  readonly left?: number;
  readonly top?: number;
  readonly width: number;
  readonly height: number;
  readonly isInterlaced?: boolean;
  readonly colors?: readonly Color[];
  readonly transparentIndex?: number;
  readonly delayCs?: number;
  readonly disposal?: number;
  readonly literalBits?: number;
  /** Color indices of the pixels in stored order. */
  readonly indices?: readonly number[];
  /** Image data that replaces the encoded indices. */
  readonly data?: readonly number[];
}

/** Returns a frame: a graphic control extension, an image descriptor and the image data. */
export function gifImage(options: GifImageOptions): number[] {
  const { left = 0, top = 0, width, height, isInterlaced, colors, transparentIndex } = options;
  const { delayCs = 0, disposal = 0, literalBits = 2, indices = [] } = options;
  const control = [
    (disposal << 2) | (transparentIndex === undefined ? 0 : 1),
    ...uint16(delayCs),
    transparentIndex ?? 0,
  ];
  return [
    ...[0x21, 0xf9, 4, ...control, 0],
    ...[0x2c, ...[left, top, width, height].flatMap(uint16), tableFlags(colors) | (isInterlaced ? 0x40 : 0)],
    ...colorTable(colors ?? []),
    literalBits,
    ...(options.data ?? subBlocks(literalCodes(literalBits, indices))),
  ];
}

export interface GifOptions {
  readonly width: number;
  readonly height: number;
  /** The global color table; omitted if empty. */
  readonly colors?: readonly Color[];
  readonly background?: number;
}

/** Returns a GIF that consists of these blocks and a trailer. */
export function gifFile(
  { width, height, colors = FOUR_COLORS, background = 0 }: GifOptions,
  ...blocks: readonly (readonly number[])[]
): Bytes {
  const table = colors.length > 0 ? colors : undefined;
  return Uint8Array.from([
    ...asciiOf('GIF89a'),
    ...uint16(width),
    ...uint16(height),
    tableFlags(table),
    background,
    0,
    ...colorTable(colors),
    ...blocks.flat(),
    0x3b,
  ]);
}

const asciiOf = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
