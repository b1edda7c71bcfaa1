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

function smallGrid(seed: number): Grid {
  const below = random(seed);
  return randomGrid(1 + below(4), 1 + below(3), below, () => below(21) - 10);
}

/** Returns a grid in which a third of the nodes have terminals, so that long paths make many orphans. */
function largeGrid(seed: number): Grid {
  const below = random(seed);
  return randomGrid(40, 40, below, () => (below(3) === 0 ? below(61) - 30 : 0));
}

function randomGrid(width: number, height: number, below: (end: number) => number, terminal: () => number): Grid {
  const terminals = Array.from({ length: width * height }, terminal);
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

/** Returns the maximum flow from source to sink by shortest augmenting paths (Edmonds and Karp, 1972). */
function maximumFlow({ width, height, terminals, links }: Grid): number {
  const [source, sink] = [width * height, width * height + 1];
  const capacities = Array.from({ length: sink + 1 }, () => new Map<number, number>());
  const add = (from: number, to: number, capacity: number) =>
    capacities[from]?.set(to, (capacities[from].get(to) ?? 0) + capacity);
  for (const [node, capacity] of terminals.entries()) {
    add(source, node, Math.max(0, capacity));
    add(node, sink, Math.max(0, -capacity));
  }
  for (const [node, direction, capacity] of links) {
    const [dx, dy] = NEIGHBORS[direction] as readonly [number, number];
    add(node, node + dy * width + dx, capacity);
    add(node + dy * width + dx, node, capacity);
  }
  for (let flow = 0; ; ) {
    const before = new Map([[source, source]]);
    for (const node of before.keys())
      for (const [to, capacity] of capacities[node] ?? []) if (capacity > 0 && !before.has(to)) before.set(to, node);
    if (!before.has(sink)) return flow;
    const path: [number, number][] = [];
    for (let to = sink; to !== source; to = before.get(to) as number) path.push([before.get(to) as number, to]);
    const pushed = Math.min(...path.map(([from, to]) => capacities[from]?.get(to) ?? 0));
    for (const [from, to] of path) {
      add(from, to, -pushed);
      add(to, from, pushed);
    }
    flow += pushed;
  }
}

/** Returns the cost of the minimum cut of a grid. */
function cutCost(grid: Grid): number {
  const cut = new GridCut(grid.width, grid.height);
  const place = (node: number) => cut.node(node % grid.width, Math.floor(node / grid.width));
  for (const [node, capacity] of grid.terminals.entries()) cut.setTerminal(place(node), capacity);
  for (const [node, direction, capacity] of grid.links) cut.setLink(place(node), direction, capacity);
  cut.solve();
  return costOf(grid, (node) => cut.isSource(place(node)));
}

describe('the minimum cut of a grid', () => {
  it('costs as much as the maximum flow', () => {
    // In this grid, an orphan that is adopted grows into a node that was freed before.
    const grid = largeGrid(1);
    expect(cutCost(grid)).toBe(maximumFlow(grid));
  });

  it('costs as little as the cheapest of all cuts', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const grid = smallGrid(seed);
      const nodes = grid.width * grid.height;
      let best = Number.POSITIVE_INFINITY;
      for (let set = 0; set < 2 ** nodes; set++)
        best = Math.min(
          best,
          costOf(grid, (node) => ((set >> node) & 1) === 1),
        );
      expect(cutCost(grid)).toBe(best);
    }
  });
});
