/** Something to do: what it takes, in whatever unit, and what it is called, which tells equals apart. */
export interface Piece {
  readonly work: number;
  readonly name: string;
}

/**
 * Cuts pieces into slices of about the same work: the largest first, each to the slice that has the
 * least so far (Graham 1969, LPT: the longest slice is at most 4/3 of the shortest possible, and as good
 * as equal where no piece is much of a slice). It follows from the pieces alone, not from their order:
 * names are compared by code units, which no locale changes.
 *
 * @returns for each piece its slice, from 0
 */
export function cutSlices(pieces: readonly Piece[], count: number): Int32Array {
  const slices = new Int32Array(pieces.length);
  const order = pieces.map((_, index) => index).sort((a, b) => compare(pieces[a] as Piece, pieces[b] as Piece));
  // More slices than pieces stay empty, however many they are.
  const queue = createQueue(Math.min(count, pieces.length));
  for (const index of order) slices[index] = queue.add((pieces[index] as Piece).work);
  return slices;
}

const compare = (a: Piece, b: Piece) => b.work - a.work || (a.name < b.name ? -1 : Number(a.name > b.name));

/** A binary heap of slices, the one with the least work on top; of equals the one with the lowest number. */
function createQueue(count: number) {
  const heap = Int32Array.from({ length: count }, (_, slice) => slice);
  const load = new Float64Array(count);
  const at = (index: number) => heap[index] as number;
  const isBefore = (a: number, b: number) => {
    const difference = (load[a] as number) - (load[b] as number);
    return difference < 0 || (difference === 0 && a < b);
  };
  return {
    /** Gives work to the slice with the least, and says which that is. */
    add(work: number): number {
      const slice = at(0);
      load[slice] = (load[slice] as number) + work;
      let index = 0;
      for (;;) {
        const [left, right] = [2 * index + 1, 2 * index + 2];
        if (left >= count) break;
        const next = right < count && isBefore(at(right), at(left)) ? right : left;
        if (!isBefore(at(next), slice)) break;
        heap[index] = at(next);
        index = next;
      }
      heap[index] = slice;
      return slice;
    },
  };
}
