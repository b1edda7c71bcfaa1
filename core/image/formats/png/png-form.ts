import { viewOf } from '../../../base/bytes.ts';

export const GRAY = 0;
export const RGB = 2;
export const PALETTE = 3;
export const GRAY_ALPHA = 4;
export const RGBA = 6;

/** Channels and bit depths of each PNG color type (PNG 3, 11.2.1). */
const COLOR_TYPES: Readonly<Record<number, { readonly channels: number; readonly depths: readonly number[] }>> = {
  [GRAY]: { channels: 1, depths: [1, 2, 4, 8, 16] },
  [RGB]: { channels: 3, depths: [8, 16] },
  [PALETTE]: { channels: 1, depths: [1, 2, 4, 8] },
  [GRAY_ALPHA]: { channels: 2, depths: [8, 16] },
  [RGBA]: { channels: 4, depths: [8, 16] },
};

export interface PngForm {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colorType: number;
  readonly channels: number;
  readonly passes: readonly Pass[];
  /** Number of bytes of the longest row, without the filter byte. */
  readonly rowBytes: number;
}

/** One pass of Adam7 interlacing: first column and row, and the steps between columns and rows (PNG 3, 8.2). */
export interface Pass {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
}

const WHOLE: readonly Pass[] = [{ x: 0, y: 0, stepX: 1, stepY: 1 }];

const ADAM7: readonly Pass[] = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
];

const HEADER_AT = 16;

/** Reads the IHDR chunk of a PNG. Throws for an undefined color type or bit depth. */
export function readPngForm(bytes: Uint8Array): PngForm {
  const view = viewOf(bytes);
  const [width, height] = [view.getUint32(HEADER_AT), view.getUint32(HEADER_AT + 4)];
  const [depth, colorType, compression, filter, interlace] = bytes.subarray(HEADER_AT + 8, HEADER_AT + 13);
  const type = COLOR_TYPES[colorType as number];
  if (!type?.depths.includes(depth as number)) throw new Error(`No color type ${colorType} of ${depth} bits`);
  if (compression !== 0 || filter !== 0 || (interlace as number) > 1)
    throw new Error('Unknown compression, filter or interlace method');
  return {
    width,
    height,
    depth: depth as number,
    colorType: colorType as number,
    channels: type.channels,
    passes: interlace === 1 ? ADAM7 : WHOLE,
    rowBytes: Math.ceil((width * type.channels * (depth as number)) / 8),
  };
}
