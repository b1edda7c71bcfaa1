import type { Size } from '../geometry/point.ts';

interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** A size of a ratio that is as wide, or as high, as is asked for and as there is room; whole pixels, at least 1. */
export function sizeOfRatio(side: 'width' | 'height', length: number, aspect: number, room: Size): Size {
  const wanted = side === 'width' ? length : length * aspect;
  const width = Math.min(wanted, room.width, room.height * aspect);
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(width / aspect)) };
}

/**
 * The largest rectangle of a ratio in a picture, in whole pixels: all of the picture where no pixel could be left out for it.
 * @param aspect width ÷ height
 * @param positionX where it stands in the room that is left over: 0 at the left, 0.5 in the middle, 1 at the right
 * @param positionY the same from the top
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
