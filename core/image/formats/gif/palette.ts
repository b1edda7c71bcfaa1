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

/** Maximum number of pixels of an image without sampling: the color quantizer reads every pixel. */
const ALL_PIXELS = 65_536;

/**
 * Returns a frame's palette of at most `colors` colors, of which one is reserved for transparent pixels: all opaque
 * colors if they fit, else quantized colors.
 */
export async function choosePaletteOf(image: Raster, colors = MAX_COLORS + 1): Promise<readonly Color[]> {
  const words = pixelWords(image);
  const found = new Set<number>();
  let last: number | undefined;
  let hasTransparent = false;
  for (const word of words) {
    if (word === last) continue;
    last = word;
    if (word >>> 24 === 0) hasTransparent = true;
    else if (found.size <= colors) found.add(word);
  }
  // Two opaque colors are the fewest with which a frame shows anything.
  const most = hasTransparent ? Math.max(2, colors - 1) : colors;
  if (found.size <= most)
    // A palette must have at least one color, even if the frame has no opaque pixels.
    return found.size === 0 ? [[0, 0, 0]] : [...found].map(colorOf);
  const sample = sampleDrawn(words);
  const { quantize } = await loadGifenc();
  return withCommonColors(quantize(new Uint8Array(sample.buffer), Math.min(MAX_COLORS, most)), sample);
}

/** True if a palette contains every opaque color of an image exactly, and has room for transparent pixels. */
export function hasAllColors(palette: readonly Color[], image: Raster): boolean {
  const known = new Set(palette.map(([red, green, blue]) => red | (green << 8) | (blue << 16)));
  return (
    palette.length <= MAX_COLORS && pixelWords(image).every((word) => word >>> 24 === 0 || known.has(word & 0xffffff))
  );
}

/** Samples opaque pixels. `filter` would collect them in a list that takes several times the memory of the image. */
function sampleDrawn(words: Uint32Array): Uint32Array<ArrayBuffer> {
  let drawn = 0;
  for (let at = 0; at < words.length; at++) if ((words[at] as number) >>> 24 !== 0) drawn++;
  const step = drawn > ALL_PIXELS ? GIF_QUALITY : 1;
  const sample = new Uint32Array(Math.ceil(drawn / step));
  for (let at = 0, index = 0; at < words.length; at++) {
    const word = words[at] as number;
    if (word >>> 24 !== 0 && index++ % step === 0) sample[(index - 1) / step] = word;
  }
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

export function nearestColor(palette: readonly Color[], [red, green, blue]: Color): number {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let index = 0; index < palette.length; index++) {
    const [r, g, b] = palette[index] as Color;
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (distance >= least) continue;
    nearest = index;
    least = distance;
  }
  return nearest;
}
