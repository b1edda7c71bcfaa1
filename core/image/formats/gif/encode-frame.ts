import { joinBytes, letters, littleEndian } from '../../../base/bytes.ts';
import { pixelWords, wrapRaster } from '../../../base/raster.ts';
import { UNCHANGED_ALPHA } from '../../frames/frame-change.ts';
import { encodeLzw } from './encode-lzw.ts';
import { type Color, choosePaletteOf, colorMap, isDrawn, squaredDistance } from './palette.ts';

declare module '../../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'encode-gif-frame': typeof encodeGifFrame;
  }
}

export interface GifFrameInput {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /**
   * RGBA pixels of the frame. Pixels with alpha 0 stay transparent. Those with `UNCHANGED_ALPHA` have the color that the
   * previous frame shows, and may be drawn or not.
   */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  /** The file's palette. */
  readonly palette: readonly Color[];
  /** True if the frame gets its own palette, because the file's palette lacks its colors. */
  readonly isLocal: boolean;
  /** Maximum number of colors of the frame; 256 by default. */
  readonly colors?: number | undefined;
  /** Maximum change of a color for the sake of compression, as a distance in RGB; 0 by default. */
  readonly loss?: number | undefined;
  /** The same for frames whose palette lacks colors. */
  readonly lossOfQuantized?: number | undefined;
  readonly delayCs: number;
  /** True for the first frame, whose output includes the file header and the global palette. */
  readonly isFirst: boolean;
  /** True to make the frame's area transparent before the next frame is drawn. */
  readonly clears?: boolean;
  /** Number of times that the animation plays; 0, the default, repeats forever. */
  readonly loop?: number;
}

/** Values of a GIF frame's disposal method (GIF89a, 23.c.iv). */
const [DO_NOT_DISPOSE, CLEAR] = [1, 2];

/** Encodes one frame of a GIF. Runs in a worker, because encoding blocks its thread. */
export async function encodeGifFrame(frame: GifFrameInput): Promise<Uint8Array<ArrayBuffer>> {
  const { left, top, width, height, delayCs, isFirst, isLocal, clears = false, loop = 0 } = frame;
  const palette = isLocal ? await choosePaletteOf([frame], frame.colors) : frame.palette;
  const unchanged = palette.length;
  const hasUnchanged = unchanged < 256;
  const table = colorTable(hasUnchanged ? [...palette, [0, 0, 0]] : palette);
  const tableBits = Math.log2(table.length / 3);
  const literalBits = Math.max(2, Math.ceil(Math.log2(hasUnchanged ? unchanged + 1 : unchanged)));
  const size = [...littleEndian(width, 2), ...littleEndian(height, 2)];
  const disposal = (clears ? CLEAR : DO_NOT_DISPOSE) << 2;
  return joinBytes(
    ...(isFirst
      ? [letters('GIF89a'), size, [0x80 | ((literalBits - 1) << 4) | (tableBits - 1), 0, 0], table, loopExtension(loop)]
      : []),
    [0x21, 0xf9, 4, disposal | (hasUnchanged ? 1 : 0), ...littleEndian(delayCs, 2), hasUnchanged ? unchanged : 0, 0],
    [0x2c, ...littleEndian(left, 2), ...littleEndian(top, 2), ...size, isLocal ? 0x80 | (tableBits - 1) : 0],
    isLocal ? table : [],
    compressPixels(frame, palette, table, literalBits),
  );
}

/** Returns RGB bytes of 2 to 256 colors. The number of colors of a table is a power of two. */
function colorTable(colors: readonly Color[]): Uint8Array {
  const table = new Uint8Array(3 << Math.max(1, Math.ceil(Math.log2(colors.length))));
  table.set(colors.flat());
  return table;
}

/** A GIF states how often it repeats after the first time. Without this number, the GIF plays once. */
function loopExtension(loop: number): readonly number[] {
  if (loop === 1) return [];
  const repetitions = loop === 0 ? 0 : Math.min(loop - 1, 65_535);
  return [0x21, 0xff, 11, ...letters('NETSCAPE2.0'), 3, 1, ...littleEndian(repetitions, 2), 0];
}

/** Compresses a frame's pixels in two ways, and returns the smaller result. */
function compressPixels(
  { width, height, data, isLocal, loss = 0, lossOfQuantized = loss }: GifFrameInput,
  palette: readonly Color[],
  table: Uint8Array,
  literalBits: number,
): Uint8Array<ArrayBuffer> {
  const words = pixelWords(wrapRaster(width, height, data));
  const unchanged = palette.length;
  const indices = new Uint8Array(words.length);
  const map = colorMap(palette);
  let isExact = true;
  let hasUnchanged = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as number;
    indices[at] = word >>> 24 === 0 ? unchanged : map(word);
    if (word >>> 24 === 0) continue;
    const isSame = squaredDistance(palette[indices[at] as number] as Color, word) === 0;
    if (isDrawn(word)) isExact &&= isSame;
    else if (isSame || !isLocal) hasUnchanged = true;
    else {
      // A palette of this frame alone would show an unchanged pixel in another color.
      indices[at] = unchanged;
      words[at] = 0;
    }
  }
  const source = {
    indices,
    words,
    palette: table,
    transparent: unchanged,
    tolerance: isExact ? loss : lossOfQuantized,
  };
  const sparing = encodeLzw(source, literalBits);
  if (!hasUnchanged) return sparing;
  // Patterns that move compress better if unchanged pixels are drawn too.
  for (let at = 0; at < words.length; at++)
    if ((words[at] as number) >>> 24 === UNCHANGED_ALPHA) words[at] = ((words[at] as number) | 0xff000000) >>> 0;
  const drawing = encodeLzw(source, literalBits);
  return drawing.length < sparing.length ? drawing : sparing;
}
