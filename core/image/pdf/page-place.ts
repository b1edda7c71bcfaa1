import type { Size } from '../../geometry/point.ts';
import type { Orientation } from '../orientation.ts';
import type { PdfMatrix } from './pdf-writer.ts';

export interface PdfParameters {
  /** Size of the pages: that of each image, or a paper, upright or on its side as the image is. */
  readonly page: 'fit' | 'a4' | 'letter';
  /** Margin in millimeters. */
  readonly margin: number;
}

export const POINTS_PER_INCH = 72;
const POINTS_PER_MM = POINTS_PER_INCH / 25.4;

/** Sizes of papers in points, width before height (ISO 216; ANSI/ASME Y14.1). */
const PAPERS = { a4: [210 * POINTS_PER_MM, 297 * POINTS_PER_MM], letter: [612, 792] } as const;

/** Shortest and longest side of a page in points that all readers show (ISO 32000-1, annex C.2). */
export const MIN_PAGE_POINTS = 3;
const MAX_PAGE_POINTS = 14_400;

interface Place extends Size {
  readonly left: number;
  readonly bottom: number;
}

/** Returns the sizes of a page and the place of an image on it, in points from the lower left corner. */
export function placeOnPage(
  size: Size,
  { page, margin }: PdfParameters,
): { readonly page: Size; readonly place: Place } {
  const border = margin * POINTS_PER_MM;
  const [short, long] = page === 'fit' ? [Infinity, Infinity] : PAPERS[page];
  const isWide = size.width > size.height;
  const paper = isWide ? { width: long, height: short } : { width: short, height: long };
  const room = { width: paper.width - 2 * border, height: paper.height - 2 * border };
  const most = MAX_PAGE_POINTS - 2 * border;
  const scale =
    page === 'fit'
      ? Math.min(1, most / size.width, most / size.height)
      : Math.min(room.width / size.width, room.height / size.height);
  const shown = { width: size.width * scale, height: size.height * scale };
  if (page === 'fit') {
    const [left, bottom] = [shown.width, shown.height].map((side) =>
      Math.max(border, (MIN_PAGE_POINTS - side) / 2),
    ) as [number, number];
    return {
      page: { width: shown.width + 2 * left, height: shown.height + 2 * bottom },
      place: { ...shown, left, bottom },
    };
  }
  const [left, bottom] = [(paper.width - shown.width) / 2, (paper.height - shown.height) / 2];
  return { page: paper, place: { ...shown, left, bottom } };
}

/** Returns the matrix that shows stored pixels, a unit square, in their Exif orientation (Exif 2.32, 4.6.4) at a place. */
export function matrixOf(orientation: Orientation, { left, bottom, width, height }: Place): PdfMatrix {
  const [right, top] = [left + width, bottom + height];
  switch (orientation) {
    case 1:
      return [width, 0, 0, height, left, bottom];
    case 2:
      return [-width, 0, 0, height, right, bottom];
    case 3:
      return [-width, 0, 0, -height, right, top];
    case 4:
      return [width, 0, 0, -height, left, top];
    case 5:
      return [0, -height, -width, 0, right, top];
    case 6:
      return [0, -height, width, 0, left, top];
    case 7:
      return [0, height, width, 0, left, bottom];
    case 8:
      return [0, height, -width, 0, right, bottom];
  }
}
