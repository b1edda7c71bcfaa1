import { joinBytes, letters, littleEndian } from '../../../base/bytes.ts';
import { pixelWords, wrapRaster } from '../../../base/raster.ts';
import { encodeLzw, type IndexDistance } from './encode-lzw.ts';
import { type Color, choosePaletteOf, colorOf, hasAllColors, nearestColor } from './palette.ts';

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
  /** RGBA pixels of the frame. Pixels with alpha 0 are unchanged from the previous frame. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  /** The file's palette. A frame with other colors has a palette of its own, unless `hasOnePalette` is set. */
  readonly palette: readonly Color[];
  readonly hasOnePalette: boolean;
  /** Maximum number of colors of the frame; 256 by default. */
  readonly colors?: number | undefined;
  /** Maximum change of a color for the sake of compression, as a distance in RGB; 0 by default. */
  readonly loss?: number | undefined;
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
  const { left, top, width, height, delayCs, isFirst, clears = false, loop = 0, colors, loss = 0 } = frame;
  const hasLocalTable = !isFirst && !frame.hasOnePalette && !hasAllColors(frame.palette, frame);
  const palette = hasLocalTable ? await choosePaletteOf(frame, colors) : frame.palette;
  const unchanged = palette.length;
  const hasUnchanged = unchanged < 256;
  const table = colorTable(hasUnchanged ? [...palette, [0, 0, 0]] : palette);
  const tableBits = Math.log2(table.length / 3);
  const literalBits = Math.max(2, Math.ceil(Math.log2(hasUnchanged ? unchanged + 1 : unchanged)));
  const size = [...littleEndian(width, 2), ...littleEndian(height, 2)];
  const disposal = (clears ? CLEAR : DO_NOT_DISPOSE) << 2;
  const indices = indexPixels(frame, palette, unchanged);
  return joinBytes(
    ...(isFirst
      ? [letters('GIF89a'), size, [0x80 | ((literalBits - 1) << 4) | (tableBits - 1), 0, 0], table, loopExtension(loop)]
      : []),
    [0x21, 0xf9, 4, disposal | (hasUnchanged ? 1 : 0), ...littleEndian(delayCs, 2), hasUnchanged ? unchanged : 0, 0],
    [0x2c, ...littleEndian(left, 2), ...littleEndian(top, 2), ...size, hasLocalTable ? 0x80 | (tableBits - 1) : 0],
    hasLocalTable ? table : [],
    encodeLzw(indices, literalBits, loss > 0 ? { tolerance: loss, distance: paletteDistance(palette) } : undefined),
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

/** Measures the Euclidean distance of palette colors in RGB. Transparent pixels, which have no color, never change. */
function paletteDistance(palette: readonly Color[]): IndexDistance {
  return (one, other) => {
    const [a, b] = [palette[one], palette[other]];
    if (!a || !b) return one === other ? 0 : Number.POSITIVE_INFINITY;
    return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  };
}

/**
 * Logarithm of the number of colors whose palette index is remembered. A map of all colors would take more memory than
 * the pixels of a photo.
 */
const KNOWN_BITS = 18;

/** Returns the palette index of each pixel. Colors that occurred before need no search in the palette. */
function indexPixels({ width, height, data }: GifFrameInput, palette: readonly Color[], unchanged: number): Uint8Array {
  const words = pixelWords(wrapRaster(width, height, data));
  const indices = new Uint8Array(words.length);
  // Each color has one place, where it replaces other colors.
  const [known, knownIndices] = [new Uint32Array(1 << KNOWN_BITS), new Uint8Array(1 << KNOWN_BITS)];
  let last = 0;
  let index = unchanged;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as number;
    if (word !== last) {
      last = word;
      const place = Math.imul(word, 0x9e3779b1) >>> (32 - KNOWN_BITS);
      if (word >>> 24 === 0) index = unchanged;
      else if (known[place] === word) index = knownIndices[place] as number;
      else {
        index = nearestColor(palette, colorOf(word));
        known[place] = word;
        knownIndices[place] = index;
      }
    }
    indices[at] = index;
  }
  return indices;
}
