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
/** Capacity above the sum of a pixel's links, so that a cut never changes the label of a pixel in `known`. */
const CERTAIN = 1e8;
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

/** Capacities in the four forward directions: γ · exp(−β‖z_m − z_n‖²) / distance, β = 1 / (2 · mean ‖z_m − z_n‖²). */
function linkCapacities({ width, height, rgb }: RgbImage): Int32Array {
  const capacities = new Int32Array(width * height * FORWARD.length).fill(-1);
  let [sum, count] = [0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let index = 0; index < FORWARD.length; index++) {
        const [dx, dy] = NEIGHBORS[FORWARD[index] as number] as readonly [number, number];
        if (x + dx < 0 || x + dx >= width || y + dy >= height) continue;
        const [a, b] = [(y * width + x) * 3, ((y + dy) * width + x + dx) * 3];
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

/** Computes the minimum cut within the bounds, writes labels, and returns the number of changed labels. */
function cut({ width, height }: RgbImage, known: Uint8Array, labels: Uint8Array, input: CutInput): number {
  const { links, bounds, costs } = input;
  const { left, top, right, bottom } = bounds;
  const grid = new GridCut(right - left, bottom - top);
  const isInside = (x: number, y: number) => x >= left && x < right && y >= top && y < bottom;
  const terminals = new Float64Array((right - left) * (bottom - top));
  const place = (x: number, y: number) => (y - top) * (right - left) + x - left;
  for (let y = Math.max(0, top - 1); y < Math.min(height, bottom + 1); y++)
    for (let x = Math.max(0, left - 1); x < Math.min(width, right + 1); x++) {
      const pixel = y * width + x;
      const isHere = isInside(x, y);
      if (isHere) {
        const fixed = known[pixel];
        const cost = fixed === KNOWN.nothing ? costs(pixel) * UNITS : fixed === KNOWN.object ? CERTAIN : -CERTAIN;
        const at = place(x, y);
        terminals[at] = (terminals[at] as number) + cost;
      }
      for (let index = 0; index < FORWARD.length; index++) {
        const capacity = links[pixel * FORWARD.length + index] as number;
        if (capacity === 0) continue;
        const direction = FORWARD[index] as number;
        const [dx, dy] = NEIGHBORS[direction] as readonly [number, number];
        const isThere = isInside(x + dx, y + dy);
        // A link to a pixel outside the bounds, which is background, becomes a link to the background terminal.
        if (isHere && isThere) grid.setLink(grid.node(x - left, y - top), direction, capacity);
        else if (isHere || isThere) {
          const at = isHere ? place(x, y) : place(x + dx, y + dy);
          terminals[at] = (terminals[at] as number) - capacity;
        }
      }
    }
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const value = Math.round(terminals[place(x, y)] as number);
      grid.setTerminal(grid.node(x - left, y - top), Math.max(-CERTAIN, Math.min(CERTAIN, value)));
    }
  grid.solve();
  let changed = 0;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const label = Number(grid.isSource(grid.node(x - left, y - top)));
      if (labels[y * width + x] === label) continue;
      labels[y * width + x] = label;
      changed++;
    }
  return changed;
}
