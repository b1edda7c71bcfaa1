import type { Raster } from '../../base/raster.ts';
import { LUMINANCE } from './color-matrix.ts';

/** Number of pixels per level of red, green and blue: three times 256 counts. */
export type LevelCounts = Readonly<Float64Array>;

/** Adds the levels of all pixels that aren't transparent to `counts`. */
export function countLevels({ data }: Raster, counts = new Float64Array(3 * 256)): Float64Array {
  const found = new Uint32Array(3 * 256);
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    for (let channel = 0; channel < 3; channel++) {
      const index = channel * 256 + (data[at + channel] as number);
      found[index] = (found[index] as number) + 1;
    }
  }
  for (let index = 0; index < counts.length; index++)
    counts[index] = (counts[index] as number) + (found[index] as number);
  return counts;
}

/** Share of all pixels that the new black and white may clip, in all channels together. */
const CLIPPED = 0.001;

/** An end this near, in levels, to black or white stays. Up to `FAR` levels, only part of the distance is closed. */
const NEAR = 4;
const FAR = 12;

/** Most that an end of one channel may differ from the lowest or highest end of all channels, in levels. */
const CAST = 48;

/** Largest slope by which levels are stretched. */
const MOST_SLOPE = 4;

/** Mean luma, 0 to 1, to which a dark image is brightened, by a gamma not below `LEAST_GAMMA`. */
const DARK = 0.3;
const LEAST_GAMMA = 0.6;

/**
 * Returns a curve per channel, 0 to 1, that corrects an image with these levels. Each channel's ends move to black and
 * white, which also removes a color cast (Limare et al., Simplest Color Balance, IPOL 2011); a dark image is
 * brightened by a gamma. At most 0.1 % of pixels are clipped, and an image that reaches black and white stays.
 */
export function autoCurves(counts: LevelCounts): ((level: number) => number)[] {
  const channels = [0, 1, 2].map((channel) => counts.subarray(channel * 256, channel * 256 + 256));
  const pixels = sum(channels[0] as Float64Array);
  if (pixels === 0) return channels.map(() => (level) => level / 255);
  const most = (pixels * CLIPPED) / 6;
  const lows = channels.map((channel) => endOf(channel, most));
  const highs = channels.map((channel) => 255 - endOf(channel.toReversed(), most));
  const stretches = channels.map((_, channel) =>
    stretch(
      Math.min(lows[channel] as number, Math.min(...lows) + CAST),
      Math.max(highs[channel] as number, Math.max(...highs) - CAST),
    ),
  );
  const gamma = gammaOf((exponent) =>
    stretches.reduce((luma, curve, channel) => {
      const total = (channels[channel] as Float64Array).reduce(
        (all, count, level) => all + count * curve(level) ** exponent,
        0,
      );
      return luma + ((LUMINANCE[channel] as number) * total) / pixels;
    }, 0),
  );
  return stretches.map((curve) => (level) => curve(level) ** gamma);
}

/** Returns the most that `autoCurves` moves a level of an image, in levels of 0 to 255. */
export function autoShift(counts: LevelCounts): number {
  const curves = autoCurves(counts);
  return counts.reduce((most, count, index) => {
    const level = index % 256;
    const moved = 255 * (curves[Math.floor(index / 256)]?.(level) ?? level / 255);
    return count > 0 ? Math.max(most, Math.abs(moved - level)) : most;
  }, 0);
}

const sum = (counts: Float64Array): number => counts.reduce((total, count) => total + count, 0);

/** Returns the lowest level below which there are at most `most` pixels. */
function endOf(counts: Float64Array, most: number): number {
  let below = 0;
  let level = 0;
  while (level < 255 && below + (counts[level] as number) <= most) below += counts[level++] as number;
  return level;
}

/** Returns the line that moves `low` to black and `high` to white, both as levels of 0 to 255. */
function stretch(low: number, high: number): (level: number) => number {
  const missing = 255 - 255 / MOST_SLOPE;
  const share = Math.min(1, missing / Math.max(1, 255 - (high - low)));
  const [below, above] = [eased(low) * share, eased(255 - high) * share];
  // Level 1 or 254, so that a flat area at an end isn't clipped.
  const [first, last] = [Math.min(1, below), 255 - Math.min(1, above)];
  const slope = (last - first) / (255 - above - below);
  return (level) => Math.max(0, Math.min(255, first + (level - below) * slope)) / 255;
}

const eased = (distance: number): number => distance * Math.max(0, Math.min(1, (distance - NEAR) / (FAR - NEAR)));

/** Returns the largest gamma up to 1 for which the mean luma isn't dark. */
function gammaOf(lumaAt: (gamma: number) => number): number {
  if (lumaAt(1) >= DARK) return 1;
  let [dark, light] = [1, LEAST_GAMMA];
  if (lumaAt(light) < DARK) return light;
  for (let step = 0; step < 12; step++) {
    const middle = (dark + light) / 2;
    if (lumaAt(middle) < DARK) dark = middle;
    else light = middle;
  }
  return light;
}
