/** Fraction of a Gaussian's sum that is truncated. In two passes, an 8-bit level changes by less than 0.25. */
const DROPPED = 1 / 2048;

/** Returns Gaussian weights from the center pixel to one side; center and both sides sum to 1. `sigma` is in pixels. */
export function gaussianWeights(sigma: number): number[] {
  if (!(sigma > 0)) return [1];
  const samples: number[] = [];
  for (let distance = 0; distance <= 10 * sigma; distance++)
    samples.push(Math.exp((-distance * distance) / (2 * sigma * sigma)));
  const massOf = (side: number[]) => 2 * side.reduce((sum, sample) => sum + sample, 0) - 1;
  const whole = massOf(samples);
  while (samples.length > 1 && whole - massOf(samples.slice(0, -1)) < DROPPED * whole) samples.pop();
  const mass = massOf(samples);
  return samples.map((sample) => sample / mass);
}
