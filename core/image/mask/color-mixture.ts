/** Number of Gaussian components of a color mixture, as in GrabCut (Rother, Kolmogorov and Blake, 2004). */
const COMPONENTS = 5;
/** Number of sums per component of a color mixture: count, RGB, and the products RR, RG, RB, GG, GB, BB. */
const SUMS = 10;
/** Number of values per component of a color mixture: constant, mean RGB, and six entries of the inverse covariance. */
const VALUES = 10;
/** Variance of rounding and noise, which is added so that the covariance of equal colors is invertible. */
const NOISE_VARIANCE = 0.5;
/** Power iteration steps. Few suffice, because the principal axis only directs the split of a cluster. */
const POWER_STEPS = 16;

/** A mixture of Gaussians with full covariance over RGB colors, three bytes per pixel. */
export class ColorMixture {
  private readonly values = new Float64Array(COMPONENTS * VALUES);
  private count = 0;

  /** Fits a mixture to clusters of pixels (Orchard and Bouman, "Color quantization of images", 1991). */
  constructor(rgb: Uint8Array, pixels: Int32Array) {
    const members = new Uint8Array(pixels.length);
    const sums = [sumsOf(rgb, pixels, members, 0)];
    while (sums.length < COMPONENTS) {
      const axes = sums.map(principalAxis);
      const widest = axes.reduce(
        (best, axis, index) => (axis.variance > (axes[best]?.variance ?? 0) ? index : best),
        0,
      );
      const { axis, mean, variance } = axes[widest] as Axis;
      if (variance < NOISE_VARIANCE) break;
      const [red, green, blue] = axis;
      const edge = red * mean[0] + green * mean[1] + blue * mean[2];
      for (let index = 0; index < pixels.length; index++) {
        if (members[index] !== widest) continue;
        const at = (pixels[index] as number) * 3;
        const place = red * (rgb[at] as number) + green * (rgb[at + 1] as number) + blue * (rgb[at + 2] as number);
        if (place > edge) members[index] = sums.length;
      }
      sums[widest] = sumsOf(rgb, pixels, members, widest);
      sums.push(sumsOf(rgb, pixels, members, sums.length));
    }
    this.fit(sums, pixels.length);
  }

  /** Assigns each pixel to the likeliest component of the mixture, and fits each component to its pixels. */
  refit(rgb: Uint8Array, pixels: Int32Array): void {
    const sums = Array.from({ length: this.count }, () => new Float64Array(SUMS));
    for (const pixel of pixels) addColor(sums[this.nearest(rgb, pixel * 3)] as Float64Array, rgb, pixel * 3);
    this.fit(sums, pixels.length);
  }

  /** Returns the negative logarithm of the weighted density of a color's likeliest component, up to a constant. */
  cost(rgb: Uint8Array, at: number): number {
    let least = Number.POSITIVE_INFINITY;
    for (let component = 0; component < this.count; component++)
      least = Math.min(least, this.costOf(component, rgb, at));
    return least;
  }

  private nearest(rgb: Uint8Array, at: number): number {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let component = 0; component < this.count; component++) {
      const cost = this.costOf(component, rgb, at);
      if (cost >= least) continue;
      best = component;
      least = cost;
    }
    return best;
  }

  private costOf(component: number, rgb: Uint8Array, at: number): number {
    const { values } = this;
    const from = component * VALUES;
    const red = (rgb[at] as number) - (values[from + 1] as number);
    const green = (rgb[at + 1] as number) - (values[from + 2] as number);
    const blue = (rgb[at + 2] as number) - (values[from + 3] as number);
    return (
      (values[from] as number) +
      0.5 *
        (red *
          ((values[from + 4] as number) * red +
            2 * ((values[from + 5] as number) * green + (values[from + 6] as number) * blue)) +
          green * ((values[from + 7] as number) * green + 2 * (values[from + 8] as number) * blue) +
          (values[from + 9] as number) * blue * blue)
    );
  }

  private fit(sums: readonly Float64Array[], total: number): void {
    this.count = 0;
    for (const sum of sums) {
      const weight = (sum[0] as number) / total;
      if (weight === 0) continue;
      const { mean, covariance } = momentsOf(sum);
      const [rr, rg, rb, gg, gb, bb] = covariance;
      const inverse = [
        gg * bb - gb * gb,
        rb * gb - rg * bb,
        rg * gb - rb * gg,
        rr * bb - rb * rb,
        rb * rg - rr * gb,
        rr * gg - rg * rg,
      ] as const;
      const determinant = rr * inverse[0] + rg * inverse[1] + rb * inverse[2];
      const constant = 0.5 * Math.log(determinant) - Math.log(weight);
      this.values.set([constant, ...mean, ...inverse.map((value) => value / determinant)], this.count * VALUES);
      this.count++;
    }
  }
}

type Triple = readonly [red: number, green: number, blue: number];

interface Axis {
  readonly axis: Triple;
  readonly mean: Triple;
  readonly variance: number;
}

function addColor(sum: Float64Array, rgb: Uint8Array, at: number): void {
  const red = rgb[at] as number;
  const green = rgb[at + 1] as number;
  const blue = rgb[at + 2] as number;
  sum[0] = (sum[0] as number) + 1;
  sum[1] = (sum[1] as number) + red;
  sum[2] = (sum[2] as number) + green;
  sum[3] = (sum[3] as number) + blue;
  sum[4] = (sum[4] as number) + red * red;
  sum[5] = (sum[5] as number) + red * green;
  sum[6] = (sum[6] as number) + red * blue;
  sum[7] = (sum[7] as number) + green * green;
  sum[8] = (sum[8] as number) + green * blue;
  sum[9] = (sum[9] as number) + blue * blue;
}

function sumsOf(rgb: Uint8Array, pixels: Int32Array, members: Uint8Array, member: number): Float64Array {
  // Variables instead of an array, which would be read and written ten times per pixel.
  let [count, reds, greens, blues] = [0, 0, 0, 0];
  let [rr, rg, rb, gg, gb, bb] = [0, 0, 0, 0, 0, 0];
  for (let index = 0; index < pixels.length; index++) {
    if (members[index] !== member) continue;
    const at = (pixels[index] as number) * 3;
    const red = rgb[at] as number;
    const green = rgb[at + 1] as number;
    const blue = rgb[at + 2] as number;
    count++;
    reds += red;
    greens += green;
    blues += blue;
    rr += red * red;
    rg += red * green;
    rb += red * blue;
    gg += green * green;
    gb += green * blue;
    bb += blue * blue;
  }
  return Float64Array.of(count, reds, greens, blues, rr, rg, rb, gg, gb, bb);
}

function momentsOf(sum: Float64Array) {
  const [count = 1, red = 0, green = 0, blue = 0, rr = 0, rg = 0, rb = 0, gg = 0, gb = 0, bb = 0] = sum;
  const mean = [red / count, green / count, blue / count] as const;
  const covariance = [
    rr / count - mean[0] * mean[0] + NOISE_VARIANCE,
    rg / count - mean[0] * mean[1],
    rb / count - mean[0] * mean[2],
    gg / count - mean[1] * mean[1] + NOISE_VARIANCE,
    gb / count - mean[1] * mean[2],
    bb / count - mean[2] * mean[2] + NOISE_VARIANCE,
  ] as const;
  return { mean, covariance };
}

function principalAxis(sum: Float64Array): Axis {
  const { mean, covariance } = momentsOf(sum);
  const [rr, rg, rb, gg, gb, bb] = covariance;
  let axis: Triple = [0.57, 0.58, 0.59];
  let variance = 0;
  for (let step = 0; step < POWER_STEPS; step++) {
    const [red, green, blue] = axis;
    const turned: Triple = [
      rr * red + rg * green + rb * blue,
      rg * red + gg * green + gb * blue,
      rb * red + gb * green + bb * blue,
    ];
    variance = Math.sqrt(turned[0] * turned[0] + turned[1] * turned[1] + turned[2] * turned[2]);
    axis = [turned[0] / variance, turned[1] / variance, turned[2] / variance];
  }
  // Adds the noise variance, so that the power iteration never divides by 0.
  return { axis, mean, variance: (variance - NOISE_VARIANCE) * (sum[0] as number) };
}
