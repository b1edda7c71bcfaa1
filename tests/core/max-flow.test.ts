import { describe, expect, it } from 'vitest';
import { GridCut, NEIGHBORS } from '#core/image/mask/max-flow.ts';
import { random } from '../random.ts';

interface Grid {
  readonly width: number;
  readonly height: number;
  readonly terminals: readonly number[];
  /** Links, each as a node, a direction and a capacity. */
  readonly links: readonly (readonly [number, number, number])[];
}

function randomGrid(seed: number): Grid {
  const below = random(seed);
  const [width, height] = [1 + below(4), 1 + below(3)];
  const terminals = Array.from({ length: width * height }, () => below(21) - 10);
  const links: [number, number, number][] = [];
  for (let node = 0; node < width * height; node++)
    for (const direction of [0, 2, 4, 6]) {
      const [dx, dy] = NEIGHBORS[direction] as readonly [number, number];
      const [x, y] = [(node % width) + dx, Math.floor(node / width) + dy];
      if (x >= 0 && x < width && y < height) links.push([node, direction, below(9)]);
    }
  return { width, height, terminals, links };
}

/** Returns the capacity of the cut that separates the source and a set of nodes from all other nodes. */
function costOf({ width, terminals, links }: Grid, isSource: (node: number) => boolean): number {
  let cost = 0;
  terminals.forEach((capacity, node) => {
    if (capacity > 0 && !isSource(node)) cost += capacity;
    if (capacity < 0 && isSource(node)) cost -= capacity;
  });
  for (const [node, direction, capacity] of links) {
    const [dx, dy] = NEIGHBORS[direction] as readonly [number, number];
    if (isSource(node) !== isSource(node + dy * width + dx)) cost += capacity;
  }
  return cost;
}

describe('the minimum cut of a grid', () => {
  it('costs as little as the cheapest of all cuts', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const grid = randomGrid(seed);
      const nodes = grid.width * grid.height;
      const cut = new GridCut(grid.width, grid.height);
      const place = (node: number) => cut.node(node % grid.width, Math.floor(node / grid.width));
      for (const [node, capacity] of grid.terminals.entries()) cut.setTerminal(place(node), capacity);
      for (const [node, direction, capacity] of grid.links) cut.setLink(place(node), direction, capacity);
      cut.solve();
      let best = Number.POSITIVE_INFINITY;
      for (let set = 0; set < 2 ** nodes; set++)
        best = Math.min(
          best,
          costOf(grid, (node) => ((set >> node) & 1) === 1),
        );
      expect(costOf(grid, (node) => cut.isSource(place(node)))).toBe(best);
    }
  });
});
