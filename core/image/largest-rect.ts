import type { Size } from '../geometry/point.ts';

interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** Returns the size of a rectangle from its aspect ratio and one side, in whole pixels and at most `limit`. */
export function sizeOfRatio(side: 'width' | 'height', length: number, aspect: number, limit: Size): Size {
  const wanted = side === 'width' ? length : length * aspect;
  const width = Math.min(wanted, limit.width, limit.height * aspect);
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(width / aspect)) };
}

/**
 * Returns the largest rectangle of an aspect ratio (width ÷ height) in whole pixels; the whole image if it has this
 * ratio after rounding. Positions, 0 (left, top) to 1, place the rectangle in the remaining space.
 */
export function largestRect(size: Size, aspect: number, positionX = 0.5, positionY = 0.5): Rect {
  const { width, height } = size;
  if (Math.round(width / aspect) === height || Math.round(height * aspect) === width)
    return { x: 0, y: 0, width, height };
  const box = sizeOfRatio('width', width, aspect, size);
  return {
    x: Math.round((width - box.width) * positionX),
    y: Math.round((height - box.height) * positionY),
    ...box,
  };
}
