import { isOpaque, pixelWords, type Raster, wrapRaster } from '../../../base/raster.ts';
import { loadGifenc } from '../gif/load-gifenc.ts';

declare module '../../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'reduce-colors': typeof reduceColors;
  }
}

export interface ReduceColorsInput extends Raster {
  /** Maximum number of colors, 2 to 256. */
  readonly colors: number;
  /** True to spread rounding errors over neighboring pixels (Floyd–Steinberg dithering). */
  readonly dithering: boolean;
}

/** Reduces the colors of a raster to at most `colors` in place, and returns the raster. Runs in a worker. */
export async function reduceColors({ width, height, data, colors, dithering }: ReduceColorsInput): Promise<Raster> {
  const raster = wrapRaster(width, height, data);
  const words = pixelWords(raster);
  if (hasAtMost(words, colors)) return raster;
  const palette = await choosePalette(raster, colors);
  const search = searchByAlpha(palette);
  if (dithering) ditherPixels(raster, palette, search);
  else mapPixels(words, palette, search);
  return raster;
}

function hasAtMost(words: Uint32Array, colors: number): boolean {
  const found = new Set<number>();
  let last: number | undefined;
  for (const word of words) {
    if (word === last) continue;
    last = word;
    found.add(word);
    if (found.size > colors) return false;
  }
  return true;
}

const SAMPLE_PIXELS = 500_000;

/** Maximum number of distinct colors for refining a palette, and the number of k-means iterations. */
const SAMPLE_COLORS = 12_000;
const ROUNDS = 8;

const CLEAR: Color = [0, 0, 0, 0];

/**
 * Computes a palette: merges similar colors (gifenc), then moves colors to the mean of their pixels (k-means). Contains a
 * transparent color if any pixel is transparent, and an opaque color if any pixel is opaque.
 */
async function choosePalette(raster: Raster, colors: number): Promise<readonly Color[]> {
  const { quantize } = await loadGifenc();
  const words = pixelWords(raster);
  const hasClear = words.some((word) => word >>> 24 === 0);
  const hasOpaque = words.some((word) => word >>> 24 === 255);
  const sample = samplePixels(hasClear ? words.filter((word) => word >>> 24 !== 0) : words);
  const clear = hasClear ? [CLEAR] : [];
  if (sample.length === 0) return clear;
  const format = isOpaque(raster) ? 'rgb565' : 'rgba4444';
  const found = quantize(new Uint8Array(sample.buffer), colors - clear.length, { format });
  let palette: readonly Color[] = found.map(([red, green, blue, alpha = 255]) => [red, green, blue, alpha]);
  const counts = countColors(sample);
  for (let round = 0; round < ROUNDS; round++) palette = moveToMeans(hasOpaque ? withOpaque(palette) : palette, counts);
  return [...clear, ...(hasOpaque ? withOpaque(palette) : palette)];
}

/** Makes the color with the highest alpha opaque, so that opaque pixels have a color. */
function withOpaque(palette: readonly Color[]): readonly Color[] {
  const most = palette.reduce((best, [, , , alpha], index) => (alpha > (palette[best]?.[3] ?? 0) ? index : best), 0);
  const [red, green, blue] = palette[most] as Color;
  return palette.with(most, [red, green, blue, 255]);
}

/** Finds the nearest color, but only a transparent color for transparent pixels, and an opaque one for opaque pixels. */
function searchByAlpha(palette: readonly Color[]): PaletteSearch {
  const whole = createPaletteSearch(palette);
  const indices = (wanted: number) => [...palette.keys()].filter((index) => palette[index]?.[3] === wanted);
  const [opaque, [clear]] = [indices(255), indices(0)];
  const isMixed = opaque.length > 0 && opaque.length < palette.length;
  const search = isMixed ? createPaletteSearch(opaque.map((index) => palette[index] as Color)) : undefined;
  return {
    nearest: (word) => {
      const alpha = word >>> 24;
      if (alpha === 0 && clear !== undefined) return clear;
      return alpha === 255 && search ? (opaque[search.nearest(word)] as number) : whole.nearest(word);
    },
    near: (red, green, blue, alpha) => {
      if (alpha === 0 && clear !== undefined) return clear;
      return alpha === 255 && search
        ? (opaque[search.near(red, green, blue, alpha)] as number)
        : whole.near(red, green, blue, alpha);
    },
  };
}

function samplePixels(words: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const step = Math.ceil(words.length / SAMPLE_PIXELS);
  const sample = new Uint32Array(Math.ceil(words.length / step));
  for (let at = 0; at < sample.length; at++) sample[at] = words[at * step] as number;
  return sample;
}

type ColorCount = readonly [word: number, count: number];

/** Counts the colors of sample pixels. Of many colors, keeps the common ones and up to `SAMPLE_COLORS` rare ones. */
function countColors(sample: Uint32Array): readonly ColorCount[] {
  const counts = new Map<number, number>();
  for (const word of sample) counts.set(word, (counts.get(word) ?? 0) + 1);
  if (counts.size <= SAMPLE_COLORS) return [...counts];
  const isCommon = ([, count]: ColorCount) => count > sample.length / SAMPLE_COLORS;
  const all = [...counts];
  const rare = all.filter((each) => !isCommon(each));
  const step = Math.ceil(rare.length / SAMPLE_COLORS);
  return [...all.filter(isCommon), ...rare.filter((_, index) => index % step === 0)];
}

function moveToMeans(palette: readonly Color[], counts: readonly ColorCount[]): readonly Color[] {
  const sums = palette.map(() => ({ red: 0, green: 0, blue: 0, alpha: 0, pixels: 0, opaque: 0 }));
  const { nearest } = searchByAlpha(palette);
  for (const [word, count] of counts) {
    const alpha = word >>> 24;
    const sum = sums[nearest(word)] as (typeof sums)[number];
    sum.red += (word & 255) * count * alpha;
    sum.green += ((word >>> 8) & 255) * count * alpha;
    sum.blue += ((word >>> 16) & 255) * count * alpha;
    sum.alpha += count * alpha;
    sum.pixels += count;
    if (alpha === 255) sum.opaque += count;
  }
  return palette.map((color, index) => {
    const { red, green, blue, alpha, pixels, opaque } = sums[index] as (typeof sums)[number];
    if (pixels === 0) return color;
    // Most pixels of the color decide whether it is opaque.
    const mean = 2 * opaque > pixels ? 255 : Math.round(alpha / pixels);
    return [Math.round(red / alpha), Math.round(green / alpha), Math.round(blue / alpha), mean];
  });
}

const wordOf = ([red, green, blue, alpha]: Color): number => ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;

function mapPixels(words: Uint32Array, palette: readonly Color[], { nearest }: PaletteSearch): void {
  const results = palette.map(wordOf);
  for (let at = 0; at < words.length; at++) words[at] = results[nearest(words[at] as number)] as number;
}

/** Fraction of the rounding error that dithering spreads. A smaller fraction keeps areas flat and files small. */
const SPREAD = 0.75;

/** Spreads rounding errors by the weights of Floyd and Steinberg (1976), in rows of alternating direction. */
function ditherPixels({ width, height, data }: Raster, palette: readonly Color[], { near }: PaletteSearch): void {
  // Rounding errors of the current and the next row, with one extra pixel on each side.
  let errors = new Float64Array((width + 2) * 3);
  let below = new Float64Array((width + 2) * 3);
  const clamp = (value: number) => (value < 0 ? 0 : value > 255 ? 255 : Math.round(value));
  for (let y = 0; y < height; y++) {
    const step = y % 2 === 0 ? 1 : -1;
    const ahead = 3 * step;
    below.fill(0);
    for (let x = step > 0 ? 0 : width - 1; x >= 0 && x < width; x += step) {
      const at = (y * width + x) * 4;
      const error = (x + 1) * 3;
      const alpha = data[at + 3] as number;
      const red = clamp((data[at] as number) + (errors[error] as number));
      const green = clamp((data[at + 1] as number) + (errors[error + 1] as number));
      const blue = clamp((data[at + 2] as number) + (errors[error + 2] as number));
      const color = palette[near(red, green, blue, alpha)] as Color;
      for (let channel = 0; channel < 3; channel++) {
        const wanted = channel === 0 ? red : channel === 1 ? green : blue;
        const rest = alpha === 0 ? 0 : ((wanted - (color[channel] as number)) * SPREAD) / 16;
        data[at + channel] = color[channel] as number;
        const to = error + channel;
        errors[to + ahead] = (errors[to + ahead] as number) + 7 * rest;
        below[to - ahead] = (below[to - ahead] as number) + 3 * rest;
        below[to] = (below[to] as number) + 5 * rest;
        below[to + ahead] = (below[to + ahead] as number) + rest;
      }
      data[at + 3] = color[3];
    }
    [errors, below] = [below, errors];
  }
}

/** A palette color with straight alpha. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

export interface PaletteSearch {
  /** Returns the index of the palette color that is nearest to a pixel. */
  readonly nearest: (word: number) => number;
  /** Returns the approximate nearest palette color's index, from a cache in which similar colors share an entry. */
  readonly near: (red: number, green: number, blue: number, alpha: number) => number;
}

/** Weights of squared color differences. Green has the highest weight, because the eye is most sensitive to green. */
const WEIGHTS = { red: 2, green: 4, blue: 3, alpha: 3 };

/** Bits per channel in the index of the cache for approximate nearest colors, without alpha or with alpha. */
const OPAQUE_KEY = { color: 7, alpha: 0 };
const TRANSLUCENT_KEY = { color: 5, alpha: 5 };

/** Maximum number of colors whose exact nearest palette color is cached. */
const MAX_EXACT = 1_000_000;

/** Creates a nearest-color search in up to 256 colors. Distances are between premultiplied colors. */
export function createPaletteSearch(palette: readonly Color[]): PaletteSearch {
  const channels = new Float64Array(palette.length * 4);
  for (const [index, [red, green, blue, alpha]] of palette.entries())
    channels.set([(red * alpha) / 255, (green * alpha) / 255, (blue * alpha) / 255, alpha], index * 4);
  const search = (red: number, green: number, blue: number, alpha: number) => {
    const [r, g, b] = [(red * alpha) / 255, (green * alpha) / 255, (blue * alpha) / 255];
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at < channels.length; at += 4) {
      const distance =
        WEIGHTS.green * ((channels[at + 1] as number) - g) ** 2 +
        WEIGHTS.red * ((channels[at] as number) - r) ** 2 +
        WEIGHTS.blue * ((channels[at + 2] as number) - b) ** 2 +
        WEIGHTS.alpha * ((channels[at + 3] as number) - alpha) ** 2;
      if (distance >= least) continue;
      least = distance;
      nearest = at / 4;
    }
    return nearest;
  };
  const exact = new Map<number, number>();
  let similar: Int16Array | undefined;
  const { color, alpha: alphaBits } = palette.every((each) => each[3] === 255) ? OPAQUE_KEY : TRANSLUCENT_KEY;
  const [dropped, droppedAlpha] = [8 - color, 8 - alphaBits];
  return {
    nearest(word) {
      let index = exact.get(word);
      if (index === undefined) {
        if (exact.size === MAX_EXACT) exact.clear();
        index = search(word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24);
        exact.set(word, index);
      }
      return index;
    },
    near(red, green, blue, alpha) {
      similar ??= new Int16Array(2 ** (3 * color + alphaBits)).fill(-1);
      const key =
        ((((((red >> dropped) << color) | (green >> dropped)) << color) | (blue >> dropped)) << alphaBits) |
        (alpha >> droppedAlpha);
      let index = similar[key] as number;
      if (index < 0) {
        index = search(red, green, blue, alpha);
        similar[key] = index;
      }
      return index;
    },
  };
}
