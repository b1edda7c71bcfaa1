import { describe, expect, it } from 'vitest';
import { edgeSpeed } from '#app/ui/stage/edge-scroll.ts';

describe('the scroll speed of a drag at the edge of the image area', () => {
  const [from, to] = [100, 500];
  const speed = (at: number, pressedAt = 300) => edgeSpeed(at, pressedAt, from, to);

  it('is 0 between the edges', () => {
    for (const at of [132, 300, 468]) expect(speed(at)).toBe(0);
  });

  it('grows towards an edge, and its sign is the direction of that edge', () => {
    expect(speed(120)).toBeLessThan(0);
    expect(speed(105)).toBeLessThan(speed(120));
    expect(speed(480)).toBeGreaterThan(0);
    expect(speed(495)).toBeGreaterThan(speed(480));
    expect(speed(480)).toBeCloseTo(-speed(120), 10);
  });

  it('stays below its maximum at any distance outside the image area', () => {
    expect(speed(-1000)).toBe(-0.8);
    expect(speed(9000)).toBe(0.8);
  });

  it('is 0 for a drag that started in the edge area, until the drag moves further outward', () => {
    expect(speed(110, 110)).toBe(0);
    expect(speed(120, 110)).toBe(0);
    expect(speed(104, 110)).toBeLessThan(0);
    // A drag that starts in one edge area still scrolls at the opposite edge.
    expect(speed(490, 110)).toBeGreaterThan(0);
  });

  it('is 0 in the middle of an image area that is smaller than both edge areas', () => {
    expect(edgeSpeed(120, 120, 100, 140)).toBe(0);
    expect(edgeSpeed(101, 120, 100, 140)).toBeLessThan(0);
    expect(edgeSpeed(139, 120, 100, 140)).toBeGreaterThan(0);
  });
});
