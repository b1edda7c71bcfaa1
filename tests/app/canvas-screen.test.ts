import { expect, it } from 'vitest';
import { canvasScreen } from '#app/tools/player/canvas-screen.ts';

/** Returns the canvas after drawing a frame of a video of the given size, and where the frame is on the canvas. */
function shown(width: number, height: number) {
  const canvas = { width: 640, height: 360, getContext: () => ({}) };
  const places: number[][] = [];
  const frame = { draw: (_context: unknown, ...place: number[]) => void places.push(place) };
  canvasScreen(canvas as never, width, height).draw(frame as never);
  return { size: [canvas.width, canvas.height], places };
}

it.each([
  [1920, 1080],
  [1080, 1920],
  [4096, 4096],
])('a video of %d × %d is shown pixel for pixel', (width, height) => {
  expect(shown(width, height)).toEqual({ size: [width, height], places: [[0, 0, width, height]] });
});

it('a video beyond Safari’s canvas limit is scaled down as a whole', () => {
  expect(shown(7680, 4320)).toEqual({ size: [5461, 3072], places: [[0, 0, 5461, 3072]] });
  expect(5461 * 3072).toBeLessThanOrEqual(4096 * 4096);
});
