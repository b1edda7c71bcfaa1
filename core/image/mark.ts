import type { Size } from '../geometry/point.ts';

/** Outlines of Fudebako's logo mark in units of 1/32 of its side, for logo and favicon. */
export const MARK = {
  size: 32,
  page: { radius: 7, color: '#faf8f4' },
  /** Transformation from the coordinates of the app icon to the coordinates of the logo mark. */
  inset: { x: 2.5, y: 1.5, scale: 0.84 },
  brush: { degrees: 28, x: 16, y: 17 },
  bristles: {
    path: 'M16-.8c3 3.3 4.3 5.7 4.3 8 0 1.3-.4 2.4-1.1 3.3h-6.4c-.7-.9-1.1-2-1.1-3.3 0-2.3 1.3-4.7 4.3-8Z',
    color: '#c8371b',
  },
  handle: { path: 'M12.6 12h6.8L18.7 24h-5.4Z', color: '#1f1d1a' },
  case: { path: 'M1 18.5h30v8c0 2.485-2.015 4.5-4.5 4.5h-21C3.015 31 1 28.985 1 26.5Z', color: '#1f1d1a' },
} as const;

/** Distance in pixels of the seal from the right and bottom edges of the image. */
export const MARK_MARGIN_PX = 10;
/** The seal's height as a fraction of the image's height. */
const MARK_SHARE = 0.1;

export function markPlace({ width, height }: Size): { readonly x: number; readonly y: number; readonly side: number } {
  const side = height * MARK_SHARE;
  return { x: width - MARK_MARGIN_PX - side, y: height - MARK_MARGIN_PX - side, side };
}
