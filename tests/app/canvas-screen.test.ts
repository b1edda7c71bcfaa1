import { expect, it } from 'vitest';
import { canvasScreen } from '#app/tools/player/canvas-screen.ts';

/** Draws a frame of a video of the given size. Returns the canvas, and the frame's position on the canvas. */
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
])('the player draws a video of %d × %d pixel for pixel', (width, height) => {
  expect(shown(width, height)).toEqual({ size: [width, height], places: [[0, 0, width, height]] });
});

it('the player scales down a video that exceeds Safari’s canvas limit, without cropping', () => {
  expect(shown(7680, 4320)).toEqual({ size: [5461, 3072], places: [[0, 0, 5461, 3072]] });
  expect(5461 * 3072).toBeLessThanOrEqual(4096 * 4096);
});
