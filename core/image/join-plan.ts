import { FudebakoError } from '../base/errors.ts';
import { MAX_PIXELS, MAX_SIDE } from '../base/limits.ts';
import type { Size } from '../geometry/point.ts';

export interface JoinParameters {
  readonly layout: 'row' | 'column' | 'grid';
  /** Columns of a grid; by default as many as rows, or one more. */
  readonly columns?: number | undefined;
  /** Distance in pixels between neighboring images. */
  readonly gap: number;
  /** A color, or `transparent`. */
  readonly background: string;
}

export interface PlacedImage extends Size {
  readonly left: number;
  readonly top: number;
}

export interface JoinPlan extends Size {
  readonly images: readonly PlacedImage[];
  readonly isReduced: boolean;
}

/**
 * Plans the places of images. In a row, all images have the height of the lowest; in a column or grid, the width of the
 * narrowest. A row of a grid is as high as its highest image, and centers the others. If the result exceeds the limits,
 * the common height or width is the largest with which it does not. Throws FudebakoError `imageTooLarge`.
 */
export function planJoin(sizes: readonly Size[], params: JoinParameters, maxPixels = MAX_PIXELS): JoinPlan {
  const { layout } = params;
  const wanted = Math.min(...sizes.map(({ width, height }) => (layout === 'row' ? height : width)));
  const most = Math.min(maxPixels, MAX_PIXELS);
  const fits = ({ width, height }: Size) => Math.max(width, height) <= MAX_SIDE && width * height <= most;
  const whole = placeAll(sizes, wanted, params);
  if (fits(whole)) return { ...whole, isReduced: false };
  // The largest side that fits is at least `low` and less than `high`.
  let [low, high] = [0, wanted];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(placeAll(sizes, middle, params))) low = middle;
    else high = middle;
  }
  const { width, height } = whole;
  if (low === 0) throw new FudebakoError('imageTooLarge', { width, height, megapixels: most / 1e6 });
  return { ...placeAll(sizes, low, params), isReduced: true };
}

function placeAll(sizes: readonly Size[], side: number, { layout, columns, gap }: JoinParameters) {
  const scaled = sizes.map(({ width, height }) =>
    layout === 'row'
      ? { width: Math.max(1, Math.round((width * side) / height)), height: side }
      : { width: side, height: Math.max(1, Math.round((height * side) / width)) },
  );
  const inGrid = columns ?? Math.ceil(Math.sqrt(sizes.length));
  const across = layout === 'row' ? sizes.length : layout === 'column' ? 1 : Math.min(inGrid, sizes.length);
  const images: PlacedImage[] = [];
  let [width, top] = [0, 0];
  for (let first = 0; first < scaled.length; first += across) {
    const row = scaled.slice(first, first + across);
    const height = Math.max(...row.map((image) => image.height));
    let left = 0;
    for (const image of row) {
      images.push({ ...image, left, top: top + Math.floor((height - image.height) / 2) });
      left += image.width + gap;
    }
    width = Math.max(width, left - gap);
    top += height + gap;
  }
  return { width, height: top - gap, images };
}
