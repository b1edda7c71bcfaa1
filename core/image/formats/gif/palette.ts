import { pixelWords, type Raster } from '../../../base/raster.ts';
import { loadGifenc } from './load-gifenc.ts';

export type Color = readonly [red: number, green: number, blue: number];

/** A GIF palette has 256 colors, of which one marks unchanged pixels. */
export const MAX_COLORS = 255;

/** Sampling interval in pixels: the color quantizer reads one pixel of each interval. */
export const GIF_QUALITY = 10;

/** Minimum share of the pixels at which a color is preserved exactly in the palette. */
const COMMON_SHARE = 1 / 256;

/** Returns a palette for opaque images: all colors if they fit, else quantized. Common colors are preserved exactly. */
export async function choosePalette(images: readonly Raster[]): Promise<readonly Color[]> {
  const own = distinctColors(images);
  if (own) return own.map(colorOf);
  const { quantize } = await loadGifenc();
  const sample = samplePixels(images);
  const palette = quantize(new Uint8Array(sample.buffer), MAX_COLORS);
  return withCommonColors(palette, sample);
}

/** Number of pixels that the color quantizer reads. */
const SAMPLE_PIXELS = 65_536;

/**
 * Returns a palette of at most `colors` colors for the opaque pixels of images, of which one is reserved for other
 * pixels: all colors if they fit, else quantized colors.
 */
export async function choosePaletteOf(images: readonly Raster[], colors = MAX_COLORS + 1): Promise<readonly Color[]> {
  const found = new Set<number>();
  let last: number | undefined;
  let hasOthers = false;
  for (const image of images)
    for (const word of pixelWords(image)) {
      if (word === last) continue;
      last = word;
      if (!isDrawn(word)) hasOthers = true;
      else if (found.size <= colors) found.add(word);
    }
  // Two opaque colors are the fewest with which a frame shows anything.
  const most = hasOthers ? Math.max(2, colors - 1) : colors;
  if (found.size <= most)
    // A palette must have at least one color, even if the frame has no opaque pixels.
    return found.size === 0 ? [[0, 0, 0]] : [...found].map(colorOf);
  const sample = sampleDrawn(images);
  const { quantize } = await loadGifenc();
  return withCommonColors(quantize(new Uint8Array(sample.buffer), Math.min(MAX_COLORS, most)), sample);
}

/** Returns true for pixels that a frame draws; other pixels are transparent, or unchanged from the previous frame. */
export const isDrawn = (word: number): boolean => word >>> 24 === 255;

/**
 * Returns true if a palette has room for transparent pixels, and shows the drawn pixels of an image with at most this
 * root-mean-square error per channel.
 */
export function isAdequate(palette: readonly Color[], image: Raster, error: number): boolean {
  if (palette.length > MAX_COLORS) return false;
  const map = colorMap(palette);
  let [sum, drawn] = [0, 0];
  for (const word of pixelWords(image)) {
    if (!isDrawn(word)) continue;
    drawn += 1;
    sum += squaredDistance(palette[map(word)] as Color, word);
    if (error === 0 && sum > 0) return false;
  }
  return sum <= 3 * error ** 2 * drawn;
}

export function squaredDistance([red, green, blue]: Color, word: number): number {
  return (red - (word & 255)) ** 2 + (green - ((word >>> 8) & 255)) ** 2 + (blue - ((word >>> 16) & 255)) ** 2;
}

/**
 * Logarithm of the number of colors whose palette index is remembered. A map of all colors would take more memory than
 * the pixels of a photo.
 */
const KNOWN_BITS = 18;

const maps = new WeakMap<readonly Color[], (word: number) => number>();

/** Returns a function from pixels to palette indices. Colors that occurred before need no search in the palette. */
export function colorMap(palette: readonly Color[]): (word: number) => number {
  const map = maps.get(palette) ?? createColorMap(palette);
  maps.set(palette, map);
  return map;
}

function createColorMap(palette: readonly Color[]): (word: number) => number {
  const colors = Uint8Array.from(palette.flat());
  // Each color has one place, where it replaces other colors. No opaque color is 0, so that empty places match nothing.
  const [known, indices] = [new Uint32Array(1 << KNOWN_BITS), new Uint8Array(1 << KNOWN_BITS)];
  let last = 0;
  let index = 0;
  return (pixel) => {
    const word = (pixel | 0xff000000) >>> 0;
    if (word === last) return index;
    last = word;
    const place = Math.imul(word, 0x9e3779b1) >>> (32 - KNOWN_BITS);
    if (known[place] !== word) {
      known[place] = word;
      indices[place] = nearestIndex(colors, word & 255, (word >>> 8) & 255, (word >>> 16) & 255);
    }
    index = indices[place] as number;
    return index;
  };
}

/** Returns the index of the nearest color in RGB bytes. */
function nearestIndex(colors: Uint8Array, red: number, green: number, blue: number): number {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < colors.length; at += 3) {
    const r = (colors[at] as number) - red;
    const g = (colors[at + 1] as number) - green;
    const b = (colors[at + 2] as number) - blue;
    const distance = r * r + g * g + b * b;
    if (distance >= least) continue;
    nearest = at;
    least = distance;
  }
  return nearest / 3;
}

/** Samples drawn pixels. `filter` would collect them in a list that takes several times the memory of the image. */
function sampleDrawn(images: readonly Raster[]): Uint32Array<ArrayBuffer> {
  let drawn = 0;
  for (const image of images) for (const word of pixelWords(image)) if (isDrawn(word)) drawn++;
  const step = Math.ceil(drawn / SAMPLE_PIXELS);
  const sample = new Uint32Array(Math.ceil(drawn / step));
  let index = 0;
  for (const image of images)
    for (const word of pixelWords(image)) if (isDrawn(word) && index++ % step === 0) sample[(index - 1) / step] = word;
  return sample;
}

export function colorOf(word: number): Color {
  return [word & 255, (word >>> 8) & 255, (word >>> 16) & 255];
}

function distinctColors(images: readonly Raster[]): readonly number[] | undefined {
  const found = new Set<number>();
  for (const image of images)
    for (const word of pixelWords(image)) {
      found.add(word);
      if (found.size > MAX_COLORS) return undefined;
    }
  return [...found];
}

/** Samples a tenth of an image's pixels, starting each row at a different column. */
function samplePixels(images: readonly Raster[]): Uint32Array<ArrayBuffer> {
  const sample: number[] = [];
  for (const image of images) {
    const words = pixelWords(image);
    for (let y = 0; y < image.height; y++)
      for (let x = (y * 3) % GIF_QUALITY; x < image.width; x += GIF_QUALITY)
        sample.push(words[y * image.width + x] as number);
  }
  return Uint32Array.from(sample);
}

function withCommonColors(palette: readonly Color[], sample: Uint32Array): readonly Color[] {
  const counts = new Map<number, number>();
  for (const word of sample) counts.set(word, (counts.get(word) ?? 0) + 1);
  const common = [...counts].filter(([, count]) => count > sample.length * COMMON_SHARE).sort(([, a], [, b]) => a - b);
  const colors = [...palette];
  // Inserts rare colors first: if two colors replace the same palette entry, the more common color remains.
  for (const [word] of common) colors[nearestColor(colors, colorOf(word))] = colorOf(word);
  return colors;
}

function nearestColor(palette: readonly Color[], [red, green, blue]: Color): number {
  return nearestIndex(Uint8Array.from(palette.flat()), red, green, blue);
}
