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
  const { open, nodes, pulls, grid } = openPixels(image, known);
  let mixtures: { readonly object: ColorMixture; readonly background: ColorMixture } | undefined;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const [backgroundPixels, objectPixels] = [pixelsWith(labels, 0), pixelsWith(labels, 1)];
    if (objectPixels.length === 0) break;
    mixtures ??= {
      object: new ColorMixture(rgb, objectPixels),
      background: new ColorMixture(rgb, backgroundPixels),
    };
    const { object, background } = mixtures;
    object.refit(rgb, objectPixels);
    background.refit(rgb, backgroundPixels);
    for (let index = 0; index < open.length; index++) {
      const at = (open[index] as number) * 3;
      const energy = background.cost(rgb, at) - object.cost(rgb, at);
      grid.setTerminal(nodes[index] as number, Math.round(energy * UNITS + (pulls[index] as number)));
    }
    grid.solve();
    let changed = 0;
    for (let index = 0; index < open.length; index++) {
      const pixel = open[index] as number;
      const label = Number(grid.isSource(nodes[index] as number));
      if (labels[pixel] === label) continue;
      labels[pixel] = label;
      changed++;
    }
    if (changed <= objectPixels.length * SETTLED) break;
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

/**
 * Returns the squared color differences of each pixel and its neighbors in the four forward directions, −1 where there
 * is no neighbor, and β = 1 / (2 · mean ‖z_m − z_n‖²).
 */
function colorDifferences({ width, height, rgb }: RgbImage) {
  const squares = new Int32Array(width * height * FORWARD.length).fill(-1);
  let [sum, count] = [0, 0];
  for (let index = 0; index < FORWARD.length; index++) {
    const dx = ACROSS[index] as number;
    const dy = DOWN[index] as number;
    const ahead = (dy * width + dx) * 3;
    for (let y = 0; y < height - dy; y++)
      for (let x = Math.max(0, -dx); x < Math.min(width, width - dx); x++) {
        const a = (y * width + x) * 3;
        const red = (rgb[a] as number) - (rgb[a + ahead] as number);
        const green = (rgb[a + 1] as number) - (rgb[a + ahead + 1] as number);
        const blue = (rgb[a + 2] as number) - (rgb[a + ahead + 2] as number);
        const square = red * red + green * green + blue * blue;
        squares[(y * width + x) * FORWARD.length + index] = square;
        sum += square;
        count++;
      }
  }
  return { squares, beta: sum === 0 ? 0 : count / (2 * sum) };
}

/**
 * Returns the pixels whose label is not known, and a grid with their nodes and links. A link to a pixel with a known
 * label becomes a pull to that label's terminal. Capacities are γ · exp(−β‖z_m − z_n‖²) / distance.
 */
function openPixels(image: RgbImage, known: Uint8Array) {
  const { width } = image;
  const { squares, beta } = colorDifferences(image);
  const open = pixelsWith(known, KNOWN.nothing);
  const { left, top, right, bottom } = boundsOf(width, open);
  const grid = new GridCut(right - left, bottom - top);
  const node = (pixel: number) => grid.node((pixel % width) - left, Math.floor(pixel / width) - top);
  const pulls = new Int32Array(known.length);
  for (let at = 0; at < squares.length; at++) {
    const square = squares[at] as number;
    if (square < 0) continue;
    const index = at % FORWARD.length;
    const pixel = (at - index) / FORWARD.length;
    const other = pixel + (DOWN[index] as number) * width + (ACROSS[index] as number);
    const [isOpen, isOtherOpen] = [known[pixel] === KNOWN.nothing, known[other] === KNOWN.nothing];
    if (!isOpen && !isOtherOpen) continue;
    const reach = index < 2 ? 1 : Math.SQRT2;
    const capacity = Math.round(((GAMMA * UNITS) / reach) * Math.exp(-beta * square));
    if (isOpen && isOtherOpen) grid.setLink(node(pixel), FORWARD[index] as number, capacity);
    else {
      const inside = isOpen ? pixel : other;
      const isObject = known[isOpen ? other : pixel] === KNOWN.object;
      pulls[inside] = (pulls[inside] as number) + (isObject ? capacity : -capacity);
    }
  }
  return { open, grid, nodes: open.map(node), pulls: open.map((pixel) => pulls[pixel] as number) };
}

function boundsOf(width: number, pixels: Int32Array) {
  let [left, top, right, bottom] = [width, Number.POSITIVE_INFINITY, 0, 0];
  for (const pixel of pixels) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  return pixels.length === 0 ? { left: 0, top: 0, right: 0, bottom: 0 } : { left, top, right, bottom };
}
