/** Offsets to the eight neighbors of a grid node, in columns and rows. The direction opposite to `d` is `d ^ 1`. */
export const NEIGHBORS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [-1, 1],
  [1, -1],
] as const;

const COUNT = NEIGHBORS.length;
const [FREE, SOURCE, SINK] = [0, 1, 2];
/** Path length of nodes without a path to their terminal, an integer beyond every path. */
const UNREACHED = 2 ** 30 - 1;
/** Values of `parent` for nodes whose parent is a terminal, and for nodes without parent. */
const [TERMINAL, NONE] = [8, 9];

/**
 * Minimum cut of a grid with eight neighbors per node (Boykov and Kolmogorov, "An Experimental Comparison of
 * Min-Cut/Max-Flow Algorithms for Energy Minimization in Vision", 2004). Integer capacities avoid rounding errors.
 */
export class GridCut {
  private readonly stride: number;
  private readonly offsets: Int32Array;
  /** Residual capacity of the link from node p in direction d, at index 8p + d. */
  private readonly links: Int32Array;
  /** Residual terminal capacity of each node: from the source if positive, to the sink if negative. */
  private readonly terminals: Int32Array;
  /** Terminal capacity of each node before any flow. */
  private readonly given: Int32Array;
  private readonly tree: Uint8Array;
  private readonly parent: Uint8Array;
  private readonly distance: Int32Array;
  private readonly stamp: Int32Array;
  private time = 0;
  /** Next node in the queue of active nodes; the last node's successor is itself, −1 marks nodes outside the queue. */
  private readonly next: Int32Array;
  private first = -1;
  private last = -1;
  /** Orphans: nodes whose link to their parent is saturated. Processing an orphan may make its children orphans. */
  private readonly orphans: Int32Array;
  private orphanCount = 0;

  /** Creates a grid without capacities. */
  constructor(width: number, height: number) {
    // A border of nodes without links around the grid avoids bounds checks.
    this.stride = width + 2;
    const nodes = this.stride * (height + 2);
    this.offsets = Int32Array.from(NEIGHBORS, ([x, y]) => y * this.stride + x);
    this.links = new Int32Array(nodes * COUNT);
    this.given = new Int32Array(nodes);
    this.terminals = new Int32Array(nodes);
    this.tree = new Uint8Array(nodes);
    this.parent = new Uint8Array(nodes);
    this.distance = new Int32Array(nodes);
    this.stamp = new Int32Array(nodes);
    this.next = new Int32Array(nodes).fill(-1);
    this.orphans = new Int32Array(nodes);
  }

  node(x: number, y: number): number {
    return (y + 1) * this.stride + x + 1;
  }

  /** Sets the terminal capacity of a node: from the source (positive) or to the sink (negative). */
  setTerminal(node: number, capacity: number): void {
    this.terminals[node] = (this.terminals[node] as number) + capacity - (this.given[node] as number);
    this.given[node] = capacity;
  }

  /** Sets the capacity of the link between two neighboring nodes, in both directions. */
  setLink(node: number, direction: number, capacity: number): void {
    this.links[node * COUNT + direction] = capacity;
    this.links[(node + (this.offsets[direction] as number)) * COUNT + (direction ^ 1)] = capacity;
  }

  isSource(node: number): boolean {
    return this.tree[node] === SOURCE;
  }

  /** Computes the cut. After changes of terminal capacities, computes the new cut from the flow of the last one. */
  solve(): void {
    const { terminals, tree, parent, distance } = this;
    tree.fill(FREE);
    parent.fill(NONE);
    this.stamp.fill(0);
    this.time = 0;
    for (let node = 0; node < terminals.length; node++) {
      const capacity = terminals[node] as number;
      if (capacity === 0) continue;
      tree[node] = capacity > 0 ? SOURCE : SINK;
      parent[node] = TERMINAL;
      distance[node] = 1;
      this.activate(node);
    }
    for (let node = this.takeActive(); node >= 0; node = this.takeActive()) {
      for (let direction = this.grow(node); direction >= 0; direction = this.grow(node)) {
        this.time++;
        const to = node + (this.offsets[direction] as number);
        if (tree[node] === SOURCE) this.augment(node, direction, to);
        else this.augment(to, direction ^ 1, node);
        this.adopt();
        if (parent[node] === NONE) break;
      }
    }
  }

  private activate(node: number): void {
    if (this.next[node] !== -1) return;
    if (this.last >= 0) this.next[this.last] = node;
    else this.first = node;
    this.last = node;
    this.next[node] = node;
  }

  private takeActive(): number {
    while (this.first >= 0) {
      const node = this.first;
      const next = this.next[node] as number;
      if (next === node) this.first = this.last = -1;
      else this.first = next;
      this.next[node] = -1;
      if (this.parent[node] !== NONE) return node;
    }
    return -1;
  }

  /** Adds free neighbors to a node's tree. Returns the direction to a neighbor in the opposite tree, or −1. */
  private grow(node: number): number {
    const { offsets, links, tree, parent, distance, stamp } = this;
    const own = tree[node] as number;
    for (let direction = 0; direction < COUNT; direction++) {
      const to = node + (offsets[direction] as number);
      const residual = own === SOURCE ? links[node * COUNT + direction] : links[to * COUNT + (direction ^ 1)];
      if ((residual as number) === 0) continue;
      const other = tree[to] as number;
      if (other === FREE) {
        tree[to] = own;
        parent[to] = direction ^ 1;
        stamp[to] = stamp[node] as number;
        distance[to] = (distance[node] as number) + 1;
        this.activate(to);
      } else if (other !== own) return direction;
      else if (
        (stamp[to] as number) <= (stamp[node] as number) &&
        (distance[to] as number) > (distance[node] as number) + 1 &&
        parent[to] !== TERMINAL
      ) {
        // Makes the node the parent of a neighbor whose path to the terminal becomes shorter.
        parent[to] = direction ^ 1;
        stamp[to] = stamp[node] as number;
        distance[to] = (distance[node] as number) + 1;
      }
    }
    return -1;
  }

  /** Augments the flow as much as possible along the path through a link between the source tree and the sink tree. */
  private augment(from: number, direction: number, to: number): void {
    const { offsets, links, terminals, parent } = this;
    const middle = from * COUNT + direction;
    let flow = links[middle] as number;
    let node = from;
    for (let up = parent[node] as number; up !== TERMINAL; up = parent[node] as number) {
      node += offsets[up] as number;
      flow = Math.min(flow, links[node * COUNT + (up ^ 1)] as number);
    }
    flow = Math.min(flow, terminals[node] as number);
    node = to;
    for (let up = parent[node] as number; up !== TERMINAL; up = parent[node] as number) {
      flow = Math.min(flow, links[node * COUNT + up] as number);
      node += offsets[up] as number;
    }
    flow = Math.min(flow, -(terminals[node] as number));

    links[middle] = (links[middle] as number) - flow;
    links[to * COUNT + (direction ^ 1)] = (links[to * COUNT + (direction ^ 1)] as number) + flow;
    this.push(from, flow, SOURCE);
    this.push(to, flow, SINK);
  }

  /** Pushes flow between a node and its tree's terminal. Nodes with a saturated link to their parent become orphans. */
  private push(start: number, flow: number, side: number): void {
    const { offsets, links, terminals, parent } = this;
    let node = start;
    for (let up = parent[node] as number; up !== TERMINAL; up = parent[node] as number) {
      const above = node + (offsets[up] as number);
      const ahead = node * COUNT + up;
      const back = above * COUNT + (up ^ 1);
      const used = side === SOURCE ? back : ahead;
      const freed = side === SOURCE ? ahead : back;
      links[freed] = (links[freed] as number) + flow;
      links[used] = (links[used] as number) - flow;
      if (links[used] === 0) this.orphans[this.orphanCount++] = node;
      node = above;
    }
    terminals[node] = (terminals[node] as number) + (side === SOURCE ? -flow : flow);
    if (terminals[node] === 0) this.orphans[this.orphanCount++] = node;
  }

  private adopt(): void {
    const { parent, orphans } = this;
    for (let index = 0; index < this.orphanCount; index++) parent[orphans[index] as number] = NONE;
    for (let index = 0; index < this.orphanCount; index++) this.adoptOne(orphans[index] as number);
    this.orphanCount = 0;
  }

  /** Adopts an orphan: finds a new parent, or else frees the node and makes its children orphans. */
  private adoptOne(node: number): void {
    const { offsets, links, tree, parent, distance, stamp } = this;
    const own = tree[node] as number;
    let best = NONE;
    let bestDistance = UNREACHED;
    for (let direction = 0; direction < COUNT; direction++) {
      const to = node + (offsets[direction] as number);
      if (tree[to] !== own || parent[to] === NONE) continue;
      const residual = own === SOURCE ? links[to * COUNT + (direction ^ 1)] : links[node * COUNT + direction];
      if ((residual as number) === 0) continue;
      const steps = this.stepsToTerminal(to);
      if (steps >= bestDistance) continue;
      best = direction;
      bestDistance = steps;
    }
    if (best !== NONE) {
      parent[node] = best;
      stamp[node] = this.time;
      distance[node] = bestDistance + 1;
      return;
    }
    tree[node] = FREE;
    for (let direction = 0; direction < COUNT; direction++) {
      const to = node + (offsets[direction] as number);
      if (tree[to] !== own) continue;
      const residual = own === SOURCE ? links[to * COUNT + (direction ^ 1)] : links[node * COUNT + direction];
      // An orphan too, because an orphan that is adopted later may grow into the freed node.
      if ((residual as number) > 0) this.activate(to);
      if (parent[to] !== (direction ^ 1)) continue;
      parent[to] = NONE;
      this.orphans[this.orphanCount++] = to;
    }
  }

  /** Returns the path length from a node to its terminal; `UNREACHED` if the path ends at an orphan. Caches lengths. */
  private stepsToTerminal(start: number): number {
    const { offsets, parent, distance, stamp, time } = this;
    let steps = 0;
    for (let node = start; ; node += offsets[parent[node] as number] as number) {
      if (stamp[node] === time) {
        steps += distance[node] as number;
        break;
      }
      if (parent[node] === NONE) return UNREACHED;
      steps++;
      if (parent[node] === TERMINAL) {
        stamp[node] = time;
        distance[node] = 1;
        break;
      }
    }
    let left = steps;
    for (let node = start; stamp[node] !== time; node += offsets[parent[node] as number] as number) {
      stamp[node] = time;
      distance[node] = left--;
    }
    return steps;
  }
}
