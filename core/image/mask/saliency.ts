import { ColorMixture } from './color-mixture.ts';
import type { RgbImage } from './grab-cut.ts';

/** Number of raster scans in alternating directions. */
const SCANS = 4;
/** Width of the border from which background colors are learned, as a share of the image's shorter side. */
const BORDER = 0.06;
const BORDER_REFITS = 3;
/** Standard deviation of the weight that decreases from the center, as a share of the image's sides. */
const CENTER_SPREAD = 0.3;
/** Shares of the pixels whose measures become 0 and 1, so that few extreme pixels don't set the scale. */
const [LOW_SHARE, HIGH_SHARE] = [0.02, 0.99];
const LEVELS = 64;

/**
 * Returns 1 for each pixel that stands out from the image's border, and 0 elsewhere: barrier distance plus rarity
 * among the border's colors, weighted toward the center, above the threshold of Otsu ("A Threshold Selection Method
 * from Gray-Level Histograms", 1979).
 */
export function salientPixels(image: RgbImage): Uint8Array {
  const { width, height } = image;
  const barriers = normalized(barrierDistances(image));
  const rarities = normalized(borderRarities(image));
  const weigh = (at: number, side: number) => Math.exp(-(((at + 0.5) / side - 0.5) ** 2) / (2 * CENTER_SPREAD ** 2));
  const across = Float64Array.from({ length: width }, (_, x) => weigh(x, width));
  const down = Float64Array.from({ length: height }, (_, y) => weigh(y, height));
  const saliency = barriers.map((barrier, pixel) => {
    const center = (across[pixel % width] as number) * (down[Math.floor(pixel / width)] as number);
    return (barrier + (rarities[pixel] as number)) * center;
  });
  const levels = Uint8Array.from(normalized(saliency), (value) => Math.min(LEVELS - 1, Math.floor(value * LEVELS)));
  const threshold = otsuThreshold(levels);
  return levels.map((level) => Number(level >= threshold));
}

/**
 * Returns, for each pixel, the minimum barrier distance to the image's border, added over red, green and blue. It is
 * the least range of levels along a path to the border, computed by raster scans (Zhang and others, "Minimum Barrier
 * Salient Object Detection at 80 FPS", 2015).
 */
function barrierDistances({ width, height, rgb }: RgbImage): Float64Array {
  const total = new Float64Array(width * height);
  for (let channel = 0; channel < 3; channel++) {
    const levels = Uint8Array.from({ length: width * height }, (_, pixel) => rgb[pixel * 3 + channel] as number);
    const distances = new Uint8Array(width * height);
    for (let y = 1; y < height - 1; y++) distances.fill(255, y * width + 1, (y + 1) * width - 1);
    const [highest, lowest] = [levels.slice(), levels.slice()];
    const pass = (from: number, to: number) => {
      const own = levels[to] as number;
      const high = Math.max(highest[from] as number, own);
      const low = Math.min(lowest[from] as number, own);
      if (high - low >= (distances[to] as number)) return;
      distances[to] = high - low;
      highest[to] = high;
      lowest[to] = low;
    };
    for (let scan = 0; scan < SCANS; scan++) {
      const step = scan % 2 === 0 ? 1 : -1;
      for (let row = 1; row < height - 1; row++)
        for (let column = 1; column < width - 1; column++) {
          const pixel = step === 1 ? row * width + column : width * height - 1 - row * width - column;
          pass(pixel - step, pixel);
          pass(pixel - step * width, pixel);
        }
    }
    for (let pixel = 0; pixel < total.length; pixel++)
      total[pixel] = (total[pixel] as number) + (distances[pixel] as number);
  }
  return total;
}

/** Returns how rare each pixel's color is in the image's border: the root of its cost in a mixture of Gaussians. */
function borderRarities({ width, height, rgb }: RgbImage): Float64Array {
  const band = Math.max(1, Math.round(Math.min(width, height) * BORDER));
  const isBorder = (pixel: number) => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    return x < band || y < band || x >= width - band || y >= height - band;
  };
  const border = Int32Array.from({ length: width * height }, (_, pixel) => pixel).filter(isBorder);
  const mixture = new ColorMixture(rgb, border);
  for (let fit = 0; fit < BORDER_REFITS; fit++) mixture.refit(rgb, border);
  return Float64Array.from({ length: width * height }, (_, pixel) =>
    Math.sqrt(Math.max(0, mixture.cost(rgb, pixel * 3))),
  );
}

function normalized(values: Float64Array): Float64Array {
  const sorted = values.slice().sort();
  const low = sorted[Math.floor(sorted.length * LOW_SHARE)] as number;
  const range = (sorted[Math.floor(sorted.length * HIGH_SHARE)] as number) - low;
  return values.map((value) => (range > 0 ? Math.min(1, Math.max(0, (value - low) / range)) : 0));
}

function otsuThreshold(levels: Uint8Array): number {
  const counts = new Float64Array(LEVELS);
  for (const level of levels) counts[level] = (counts[level] as number) + 1;
  const sum = counts.reduce((total, count, level) => total + count * level, 0);
  let [below, sumBelow, threshold, best] = [0, 0, LEVELS, 0];
  for (let level = 1; level < LEVELS; level++) {
    below += counts[level - 1] as number;
    sumBelow += (counts[level - 1] as number) * (level - 1);
    const above = levels.length - below;
    if (below === 0 || above === 0) continue;
    const difference = sumBelow / below - (sum - sumBelow) / above;
    const variance = below * above * difference * difference;
    if (variance > best) [best, threshold] = [variance, level];
  }
  return threshold;
}
