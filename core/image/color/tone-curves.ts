import { autoCurves, type LevelCounts } from './auto-levels.ts';
import { toSrgb } from './color-conversion.ts';
import { fromSrgb } from './nclx.ts';
import { whiteBalance } from './white-balance.ts';

export interface ToneAdjustment {
  /** Change of exposure in stops: each stop doubles the linear light. */
  readonly exposure?: number;
  /** Warmth and magenta from −1 to 1 (`whiteBalance`). */
  readonly temperature?: number;
  readonly tint?: number;
  /** Brightness of bright and dark tones from −1 to 1. */
  readonly highlights?: number;
  readonly shadows?: number;
  /** Levels of 0 to 255 that become black and white. */
  readonly blackPoint?: number;
  readonly whitePoint?: number;
}

/** Three curves of 256 levels, for red, green and blue. Levels above 255 are clipped only after the color matrix. */
export type ToneCurves = Float32Array<ArrayBuffer>;

/**
 * Returns one curve per channel for all adjustments of a channel's own level, in this order: automatic levels if the
 * image's levels are given, black and white point, white balance with exposure, shadows with highlights. Returns
 * `undefined` if no adjustment changes a level.
 */
export function toneCurves(adjustment: ToneAdjustment, counts: LevelCounts | undefined): ToneCurves | undefined {
  const { exposure = 0, temperature = 0, tint = 0, highlights = 0, shadows = 0 } = adjustment;
  const { blackPoint = 0, whitePoint = 255 } = adjustment;
  const isNeutral = ![exposure, temperature, tint, highlights, shadows, blackPoint, whitePoint - 255].some(Boolean);
  if (isNeutral && !counts) return undefined;
  const auto = counts && autoCurves(counts);
  const gains = whiteBalance(temperature, tint).map((gain) => gain * 2 ** exposure);
  const isLit = exposure !== 0 || temperature !== 0 || tint !== 0;
  const curves = new Float32Array(3 * 256);
  for (const [channel, gain] of gains.entries())
    for (let level = 0; level < 256; level++) {
      let value = auto?.[channel]?.(level) ?? level / 255;
      value = Math.max(0, Math.min(1, (value * 255 - blackPoint) / (whitePoint - blackPoint)));
      if (isLit) value = toSrgb(fromSrgb(value) * gain);
      curves[channel * 256 + level] = 255 * shaded(value, shadows, highlights);
    }
  return curves.every((level, index) => level === index % 256) ? undefined : curves;
}

/**
 * Moves dark and bright tones, and keeps black, white and everything above: the Bernstein polynomial of degree 4 with
 * the ordinates 0, (1 + shadows) / 4, 1/2, (3 + highlights) / 4, 1. It never decreases, because its ordinates don't
 * (Farin, Curves and Surfaces for CAGD, chapter 5). 0 and 0 give the identity.
 */
function shaded(value: number, shadows: number, highlights: number): number {
  if (value >= 1) return value;
  const rest = 1 - value;
  return value + shadows * value * rest ** 3 + highlights * value ** 3 * rest;
}
