import { ColorMixture } from './color-mixture.ts';
import { GridCut, NEIGHBORS } from './max-flow.ts';

/** An RGB image without alpha, three bytes per pixel. */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** Known label of a pixel before the cut: background, object, or nothing known. */
export const KNOWN = { background: 0, object: 1, nothing: 2 } as const;

/** Weight γ of the links between neighboring pixels, from the GrabCut paper (Rother, Kolmogorov and Blake, 2004). */
const GAMMA = 50;
/** Number of integer capacity units per unit of energy. */
const UNITS = 1024;
const MAX_ITERATIONS = 5;
/** Share of changed pixels below which the iteration stops, because further changes are invisible. */
const SETTLED = 1 / 500;

/**
 * Separates an object from its background by GrabCut (Rother, Kolmogorov and Blake, "GrabCut: Interactive Foreground
 * Extraction using Iterated Graph Cuts", 2004). `known` has a value of `KNOWN` per pixel, with some pixels of the
 * background. The color mixtures start from the labels `start`, or else from label 1 wherever nothing is known.
 * Returns 1 for each pixel of the object and 0 for background; only 0 if all colors equal the background.
 */
export function grabCut(image: RgbImage, known: Uint8Array, start?: Uint8Array): Uint8Array {
  const { rgb } = image;
  const labels = known.map((value, pixel) =>
    Number(value === KNOWN.nothing && start ? (start[pixel] as number) : value !== KNOWN.background),
  );
  const links = linkCapacities(image);
  const bounds = boundsOf(image, known);
  let mixtures: { readonly object: ColorMixture; readonly background: ColorMixture } | undefined;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const [background, object] = [pixelsWith(labels, 0), pixelsWith(labels, 1)];
    if (object.length === 0) break;
    if (!mixtures) mixtures = { object: new ColorMixture(rgb, object), background: new ColorMixture(rgb, background) };
    mixtures.object.refit(rgb, object);
    mixtures.background.refit(rgb, background);
    const { object: objectColors, background: backgroundColors } = mixtures;
    const costs = (pixel: number) => backgroundColors.cost(rgb, pixel * 3) - objectColors.cost(rgb, pixel * 3);
    const changed = cut(image, known, labels, { links, bounds, costs });
    if (changed <= object.length * SETTLED) break;
  }
  return labels;
}

function pixelsWith(labels: Uint8Array, label: number): Int32Array {
  const pixels = new Int32Array(labels.length);
  let count = 0;
  for (let pixel = 0; pixel < labels.length; pixel++) if (labels[pixel] === label) pixels[count++] = pixel;
  return pixels.subarray(0, count);
}

/** Forward directions (right and down), one for each pair of neighboring pixels. */
const FORWARD = [0, 2, 4, 6] as const;
const ACROSS = FORWARD.map((direction) => NEIGHBORS[direction][0]);
const DOWN = FORWARD.map((direction) => NEIGHBORS[direction][1]);

/** Capacities in the four forward directions: γ · exp(−β‖z_m − z_n‖²) / distance, β = 1 / (2 · mean ‖z_m − z_n‖²). */
function linkCapacities({ width, height, rgb }: RgbImage): Int32Array {
  const capacities = new Int32Array(width * height * FORWARD.length).fill(-1);
  let [sum, count] = [0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let index = 0; index < FORWARD.length; index++) {
        const dx = ACROSS[index] as number;
        const dy = DOWN[index] as number;
        if (x + dx < 0 || x + dx >= width || y + dy >= height) continue;
        const a = (y * width + x) * 3;
        const b = ((y + dy) * width + x + dx) * 3;
        const red = (rgb[a] as number) - (rgb[b] as number);
        const green = (rgb[a + 1] as number) - (rgb[b + 1] as number);
        const blue = (rgb[a + 2] as number) - (rgb[b + 2] as number);
        const square = red * red + green * green + blue * blue;
        capacities[(y * width + x) * FORWARD.length + index] = square;
        sum += square;
        count++;
      }
  const beta = sum === 0 ? 0 : count / (2 * sum);
  for (let at = 0; at < capacities.length; at++) {
    const square = capacities[at] as number;
    const reach = at % FORWARD.length < 2 ? 1 : Math.SQRT2;
    capacities[at] = square < 0 ? 0 : Math.round(((GAMMA * UNITS) / reach) * Math.exp(-beta * square));
  }
  return capacities;
}

interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function boundsOf({ width, height }: RgbImage, known: Uint8Array): Bounds {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (known[y * width + x] === KNOWN.background) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  return { left, top, right, bottom };
}

interface CutInput {
  readonly links: Int32Array;
  readonly bounds: Bounds;
  /** Returns, for a pixel, the cost of the label "background" minus the cost of the label "object". */
  readonly costs: (pixel: number) => number;
}

/**
 * Computes the minimum cut of the pixels whose label is not known, writes labels, and returns the number of changed
 * labels. A link to a pixel with a known label, or outside the bounds, becomes a link to that label's terminal.
 */
function cut({ width, height }: RgbImage, known: Uint8Array, labels: Uint8Array, input: CutInput): number {
  const { links, bounds, costs } = input;
  const { left, top, right, bottom } = bounds;
  const grid = new GridCut(right - left, bottom - top);
  const terminals = new Float64Array(width * height);
  for (let y = Math.max(0, top - 1); y < bottom; y++)
    for (let x = Math.max(0, left - 1); x < Math.min(width, right + 1); x++) {
      const pixel = y * width + x;
      const isOpen = known[pixel] === KNOWN.nothing;
      if (isOpen) terminals[pixel] = (terminals[pixel] as number) + costs(pixel) * UNITS;
      for (let index = 0; index < FORWARD.length; index++) {
        const capacity = links[pixel * FORWARD.length + index] as number;
        if (capacity === 0) continue;
        const other = pixel + (DOWN[index] as number) * width + (ACROSS[index] as number);
        const isOtherOpen = known[other] === KNOWN.nothing;
        if (isOpen && isOtherOpen) grid.setLink(grid.node(x - left, y - top), FORWARD[index] as number, capacity);
        else if (isOpen || isOtherOpen) {
          const open = isOpen ? pixel : other;
          const isObject = known[isOpen ? other : pixel] === KNOWN.object;
          terminals[open] = (terminals[open] as number) + (isObject ? capacity : -capacity);
        }
      }
    }
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const pixel = y * width + x;
      if (known[pixel] === KNOWN.nothing)
        grid.setTerminal(grid.node(x - left, y - top), Math.round(terminals[pixel] as number));
    }
  grid.solve();
  let changed = 0;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const pixel = y * width + x;
      if (known[pixel] !== KNOWN.nothing) continue;
      const label = Number(grid.isSource(grid.node(x - left, y - top)));
      if (labels[pixel] === label) continue;
      labels[pixel] = label;
      changed++;
    }
  return changed;
}
