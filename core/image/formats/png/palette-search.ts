/** A palette color with straight alpha. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

export interface PaletteSearch {
  /** Returns the index of the palette color that is nearest to a pixel. */
  readonly nearest: (word: number) => number;
  /** Returns the approximate nearest palette color's index, from a cache in which similar colors share an entry. */
  readonly near: (red: number, green: number, blue: number, alpha: number) => number;
}

/** Weights of squared color differences. Green has the highest weight, because the eye is most sensitive to green. */
const WEIGHTS = { red: 2, green: 4, blue: 3, alpha: 3 };

/** Bits per channel in the index of the cache for approximate nearest colors, without alpha or with alpha. */
const OPAQUE_KEY = { color: 7, alpha: 0 };
const TRANSLUCENT_KEY = { color: 5, alpha: 5 };

/** Maximum number of colors whose exact nearest palette color is cached. */
const MAX_EXACT = 1_000_000;

/** Creates a nearest-color search in up to 256 colors. Distances are between premultiplied colors. */
export function createPaletteSearch(palette: readonly Color[]): PaletteSearch {
  const channels = new Float64Array(palette.length * 4);
  for (const [index, [red, green, blue, alpha]] of palette.entries())
    channels.set([(red * alpha) / 255, (green * alpha) / 255, (blue * alpha) / 255, alpha], index * 4);
  const search = (red: number, green: number, blue: number, alpha: number) => {
    const [r, g, b] = [(red * alpha) / 255, (green * alpha) / 255, (blue * alpha) / 255];
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at < channels.length; at += 4) {
      const distance =
        WEIGHTS.green * ((channels[at + 1] as number) - g) ** 2 +
        WEIGHTS.red * ((channels[at] as number) - r) ** 2 +
        WEIGHTS.blue * ((channels[at + 2] as number) - b) ** 2 +
        WEIGHTS.alpha * ((channels[at + 3] as number) - alpha) ** 2;
      if (distance >= least) continue;
      least = distance;
      nearest = at / 4;
    }
    return nearest;
  };
  const exact = new Map<number, number>();
  let similar: Int16Array | undefined;
  const { color, alpha: alphaBits } = palette.every((each) => each[3] === 255) ? OPAQUE_KEY : TRANSLUCENT_KEY;
  const [dropped, droppedAlpha] = [8 - color, 8 - alphaBits];
  return {
    nearest(word) {
      let index = exact.get(word);
      if (index === undefined) {
        if (exact.size === MAX_EXACT) exact.clear();
        index = search(word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24);
        exact.set(word, index);
      }
      return index;
    },
    near(red, green, blue, alpha) {
      similar ??= new Int16Array(2 ** (3 * color + alphaBits)).fill(-1);
      const key =
        ((((((red >> dropped) << color) | (green >> dropped)) << color) | (blue >> dropped)) << alphaBits) |
        (alpha >> droppedAlpha);
      let index = similar[key] as number;
      if (index < 0) {
        index = search(red, green, blue, alpha);
        similar[key] = index;
      }
      return index;
    },
  };
}
