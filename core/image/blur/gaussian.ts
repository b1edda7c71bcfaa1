/** How much of the kernel may be cut off: with it, two passes stay within a quarter of a level of the endless kernel. */
const DROPPED = 1 / 2048;

/**
 * One side of a Gaussian kernel sampled at whole pixels: the weight of the middle, then of the
 * first neighbour on either side, and so on. Middle and both sides add up to 1.
 *
 * @param sigma the standard deviation in pixels
 */
export function gaussianWeights(sigma: number): number[] {
  if (!(sigma > 0)) return [1];
  const samples: number[] = [];
  for (let distance = 0; distance <= 10 * sigma; distance++)
    samples.push(Math.exp((-distance * distance) / (2 * sigma * sigma)));
  const massOf = (side: number[]) => 2 * side.reduce((sum, sample) => sum + sample, 0) - 1;
  const whole = massOf(samples);
  while (samples.length > 1 && whole - massOf(samples.slice(0, -1)) < DROPPED * whole) samples.pop();
  const kept = massOf(samples);
  return samples.map((sample) => sample / kept);
}
