import type { CancelSignal } from '../../base/cancel-signal.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import { type EncodedGop, encodeGop, type Pictures, type TriedEncoder } from '../h264/encode-gop.ts';
import type { Gop, GopPlan } from '../plan/gop-plan.ts';

/** Groups that are encoded beside each other: the next is under way while one is being written. */
const AHEAD = 2;

/**
 * Encoded groups are kept for their next use up to so many bytes, which is more than a hundred
 * seconds of different pictures. A slideshow whose rounds are longer encodes some groups again.
 */
const KEPT_BYTES = 128 * 1024 * 1024;

export interface VideoOptions {
  readonly plan: GopPlan;
  readonly pictures: Pictures;
  readonly encoder: TriedEncoder;
  readonly signal?: CancelSignal;
  /** How many bytes of encoded groups may be kept for their next use; `KEPT_BYTES` by default. */
  readonly keptBytes?: number;
  /** Called with the fraction of the distinct groups that have been encoded. */
  readonly onProgress?: (fraction: number) => void;
}

/** The video's groups in their order, each distinct one encoded once. */
export async function* encodeVideo(options: VideoOptions): AsyncGenerator<EncodedGop> {
  const { plan, signal } = options;
  const shelf = createShelf(options);
  for (let index = 0; index < plan.sequence.length; index++) {
    for (let next = index; next < Math.min(index + AHEAD, plan.sequence.length); next++) shelf.begin(next);
    const group = await shelf.take(index);
    if (signal?.aborted) throw new CancelledError();
    yield group;
  }
}

/** Holds groups from when they are begun to their last use, as far as there is room. */
function createShelf({ plan, pictures, encoder, signal, keptBytes = KEPT_BYTES, onProgress }: VideoOptions) {
  const encodeAny = createLastingEncoder(encoder, pictures, signal);
  const { distinct, sequence } = plan;
  const usesLeft = new Array<number>(distinct.length).fill(0);
  for (const place of sequence) usesLeft[place] = (usesLeft[place] as number) + 1;
  const groups = new Map<number, Promise<EncodedGop>>();
  const done = new Set<number>();
  let bytes = 0;
  const encode = async (place: number) => {
    const group = await encodeAny(distinct[place] as Gop);
    bytes += sizeOf(group);
    done.add(place);
    onProgress?.(done.size / distinct.length);
    return group;
  };
  const begin = (index: number) => {
    const place = sequence[index] as number;
    const begun = groups.get(place);
    if (begun) return begun;
    const group = encode(place);
    // A group that fails while an earlier one is awaited must not count as unhandled.
    group.catch(() => {});
    groups.set(place, group);
    return group;
  };
  return {
    begin,
    async take(index: number): Promise<EncodedGop> {
      const place = sequence[index] as number;
      const group = await begin(index);
      const left = (usesLeft[place] as number) - 1;
      usesLeft[place] = left;
      const isNext = sequence[index + 1] === place;
      if (left === 0 || (bytes > keptBytes && !isNext)) {
        groups.delete(place);
        bytes -= sizeOf(group);
      }
      return group;
    },
  };
}

/** Encodes group after group; an encoder that fails in the middle gives way to the next, for the rest of the video. */
function createLastingEncoder(first: TriedEncoder, pictures: Pictures, signal?: CancelSignal) {
  let current = first;
  return async (gop: Gop): Promise<EncodedGop> => {
    for (;;) {
      const used = current;
      try {
        return await encodeGop(gop, pictures, used, signal);
      } catch (error) {
        // What is wrong with a picture, the next encoder cannot mend.
        const isOther = error instanceof FudebakoError && error.code !== 'videoEncode';
        if (!used.next || isOther || error instanceof CancelledError || signal?.aborted) throw error;
        const following = await used.next(error);
        // A group beside this one may have failed first.
        if (current === used) current = following;
      }
    }
  };
}

const sizeOf = ({ samples }: EncodedGop) => samples.reduce((total, { length }) => total + length, 0);
