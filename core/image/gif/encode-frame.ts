import { pixelWords, wrapRaster } from '../../base/raster.ts';
import { loadGifenc } from './load-gifenc.ts';
import { type Color, choosePaletteOf, colorOf, nearestColor } from './palette.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'encode-gif-frame': typeof encodeGifFrame;
  }
}

export interface GifFrameInput {
  readonly width: number;
  readonly height: number;
  /** RGBA; pixels with alpha 0 are unchanged from the previous frame. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  /** The palette of all frames; by default each frame has its own. */
  readonly palette?: readonly Color[];
  readonly delayCs: number;
  /** The first frame's output includes the file header and the global palette. */
  readonly isFirst: boolean;
  /** True if the frame's area becomes transparent before the next frame. */
  readonly clears?: boolean;
  /** How often the animation plays; 0, the default, repeats forever. */
  readonly plays?: number;
}

/** Disposal methods (GIF89a, 23.c.iv). */
const [DO_NOT_DISPOSE, CLEAR] = [1, 2];

/** Encodes one frame. Blocks its thread: runs in a worker. */
export async function encodeGifFrame(frame: GifFrameInput): Promise<Uint8Array<ArrayBuffer>> {
  const { GIFEncoder } = await loadGifenc();
  const { width, height, delayCs, isFirst, clears = false, plays = 0 } = frame;
  const palette = frame.palette ?? (await choosePaletteOf(frame));
  const unchanged = palette.length;
  const hasUnchanged = unchanged < 256;
  const encoder = GIFEncoder({ auto: false, initialCapacity: 1 << 16 });
  if (isFirst) encoder.writeHeader();
  encoder.writeFrame(indexPixels(frame, palette, unchanged), width, height, {
    first: isFirst,
    ...(isFirst || !frame.palette ? { palette: hasUnchanged ? [...palette, [0, 0, 0]] : palette } : {}),
    // GIF states the repetitions after the first play; without a number, it plays once.
    ...(isFirst ? { repeat: plays === 0 ? 0 : Math.min(plays - 1, 65_535) || -1 } : {}),
    colorDepth: Math.max(2, Math.ceil(Math.log2(hasUnchanged ? unchanged + 1 : unchanged))),
    transparent: hasUnchanged,
    transparentIndex: hasUnchanged ? unchanged : 0,
    delay: delayCs * 10,
    dispose: clears ? CLEAR : DO_NOT_DISPOSE,
  });
  return encoder.bytes();
}

/** Returns the palette index of each pixel. Runs of equal pixels and known colors skip the search. */
function indexPixels({ width, height, data }: GifFrameInput, palette: readonly Color[], unchanged: number): Uint8Array {
  const words = pixelWords(wrapRaster(width, height, data));
  const indices = new Uint8Array(words.length);
  const known = new Map<number, number>();
  let last = 0;
  let index = unchanged;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as number;
    if (word !== last) {
      last = word;
      index = word >>> 24 === 0 ? unchanged : (known.get(word) ?? nearestColor(palette, colorOf(word)));
      known.set(word, index);
    }
    indices[at] = index;
  }
  return indices;
}
