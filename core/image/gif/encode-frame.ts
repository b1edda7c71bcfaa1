import { pixelWords, wrapRaster } from '../../base/raster.ts';
import { loadGifenc } from './load-gifenc.ts';
import { type Color, colorOf, nearestColor } from './palette.ts';

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
  readonly palette: readonly Color[];
  readonly delayCs: number;
  /** The first frame's output includes the file header and the global palette. */
  readonly isFirst: boolean;
}

/** Disposal method: do not dispose (GIF89a, 23.c.iv). */
const DO_NOT_DISPOSE = 1;

/** Encodes one frame. Blocks its thread: runs in a worker. */
export async function encodeGifFrame(frame: GifFrameInput): Promise<Uint8Array<ArrayBuffer>> {
  const { GIFEncoder } = await loadGifenc();
  const { width, height, palette, delayCs, isFirst } = frame;
  const unchanged = palette.length;
  const encoder = GIFEncoder({ auto: false, initialCapacity: 1 << 16 });
  if (isFirst) encoder.writeHeader();
  encoder.writeFrame(indexPixels(frame, unchanged), width, height, {
    first: isFirst,
    ...(isFirst ? { palette: [...palette, [0, 0, 0]], repeat: 0 } : {}),
    colorDepth: Math.max(2, Math.ceil(Math.log2(unchanged + 1))),
    transparent: true,
    transparentIndex: unchanged,
    delay: delayCs * 10,
    dispose: DO_NOT_DISPOSE,
  });
  return encoder.bytes();
}

/** Returns the palette index of each pixel. Runs of equal pixels and known colors skip the search. */
function indexPixels({ width, height, data, palette }: GifFrameInput, unchanged: number): Uint8Array {
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
