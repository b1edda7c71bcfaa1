import { pixelWords, wrapRaster } from '../../../base/raster.ts';
import { loadGifenc } from './load-gifenc.ts';
import { type Color, choosePaletteOf, colorOf, nearestColor } from './palette.ts';

declare module '../../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'encode-gif-frame': typeof encodeGifFrame;
  }
}

export interface GifFrameInput {
  readonly width: number;
  readonly height: number;
  /** RGBA pixels of the frame. Pixels with alpha 0 are unchanged from the previous frame. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  /** Palette of all GIF frames; by default each frame has a separate palette. */
  readonly palette?: readonly Color[] | undefined;
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
  const { GIFEncoder } = await loadGifenc();
  const { width, height, delayCs, isFirst, clears = false, loop = 0 } = frame;
  const palette = frame.palette ?? (await choosePaletteOf(frame));
  const unchanged = palette.length;
  const hasUnchanged = unchanged < 256;
  const encoder = GIFEncoder({ auto: false, initialCapacity: 1 << 16 });
  if (isFirst) encoder.writeHeader();
  encoder.writeFrame(indexPixels(frame, palette, unchanged), width, height, {
    first: isFirst,
    ...(isFirst || !frame.palette ? { palette: hasUnchanged ? [...palette, [0, 0, 0]] : palette } : {}),
    // A GIF states how often it repeats after the first time. Without this number, the GIF plays once.
    ...(isFirst ? { repeat: loop === 0 ? 0 : Math.min(loop - 1, 65_535) || -1 } : {}),
    colorDepth: Math.max(2, Math.ceil(Math.log2(hasUnchanged ? unchanged + 1 : unchanged))),
    transparent: hasUnchanged,
    transparentIndex: hasUnchanged ? unchanged : 0,
    delay: delayCs * 10,
    dispose: clears ? CLEAR : DO_NOT_DISPOSE,
  });
  return encoder.bytes();
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
