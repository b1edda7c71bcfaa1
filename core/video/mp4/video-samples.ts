import type { CancelSignal } from '../../base/cancel-signal.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import { type EncodedGop, encodeGop, type TriedEncoder, type YuvImages } from '../h264/encode-gop.ts';
import type { Gop, GopPlan } from '../plan/gop-plan.ts';

/** Number of groups that are encoded at the same time: the group to write next, and the following group. */
const AHEAD = 2;

/** Maximum bytes of cached encoded groups: over 100 s of distinct images. Groups beyond this size are encoded again. */
const CACHE_BYTES = 128 * 1024 * 1024;

export interface VideoOptions {
  readonly plan: GopPlan;
  readonly images: YuvImages;
  readonly encoder: TriedEncoder;
  readonly signal?: CancelSignal;
  readonly cacheBytes?: number;
  /** Receives the progress as the fraction of distinct groups of frames that are encoded. */
  readonly onProgress?: (fraction: number) => void;
}

/** Yields the video's groups of frames in order. Encodes each distinct group once while the cache has space. */
export async function* encodeVideo(options: VideoOptions): AsyncGenerator<EncodedGop> {
  const { plan, signal } = options;
  const cache = createGroupCache(options);
  for (let index = 0; index < plan.sequence.length; index++) {
    for (let next = index; next < Math.min(index + AHEAD, plan.sequence.length); next++) cache.begin(next);
    const group = await cache.get(index);
    if (signal?.aborted) throw new CancelledError();
    yield group;
  }
}

function createGroupCache({ plan, images, encoder, signal, cacheBytes = CACHE_BYTES, onProgress }: VideoOptions) {
  const encodeAny = createLastingEncoder(encoder, images, signal);
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
    // Prevents an unhandled rejection if this group fails while an earlier group is awaited.
    group.catch(() => {});
    groups.set(place, group);
    return group;
  };
  return {
    begin,
    async get(index: number): Promise<EncodedGop> {
      const place = sequence[index] as number;
      const group = await begin(index);
      const left = (usesLeft[place] as number) - 1;
      usesLeft[place] = left;
      const isNext = sequence[index + 1] === place;
      if (left === 0 || (bytes > cacheBytes && !isNext)) {
        groups.delete(place);
        bytes -= sizeOf(group);
      }
      return group;
    },
  };
}

/** Encodes groups of frames one by one. If an encoder fails, the next encoder encodes the rest of the video. */
export function createLastingEncoder(first: TriedEncoder, images: YuvImages, signal?: CancelSignal) {
  let current = first;
  return async (gop: Gop): Promise<EncodedGop> => {
    for (;;) {
      const used = current;
      try {
        return await encodeGop(gop, images, used, signal);
      } catch (error) {
        // Errors other than `videoEncode` are errors of an image, which would occur with every encoder.
        const isOther = error instanceof FudebakoError && error.code !== 'videoEncode';
        if (!used.next || isOther || error instanceof CancelledError || signal?.aborted) throw error;
        const following = await used.next(error);
        // Another group of frames, encoded concurrently, may already have switched to the next encoder.
        if (current === used) current = following;
      }
    }
  };
}

const sizeOf = ({ samples }: EncodedGop) => samples.reduce((total, { length }) => total + length, 0);
