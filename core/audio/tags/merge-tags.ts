import { frameKey } from './id3-frames.ts';
import type { SourceTags } from './tags.ts';

/** Merges two sets of tags: returns the tags of `a`, and the tags of `b` that `a` lacks. */
export function mergeTags(a: SourceTags, b: SourceTags): SourceTags {
  const keys = new Set(a.frames?.map(frameKey));
  const frames = [...(a.frames ?? []), ...(b.frames ?? []).filter((frame) => !keys.has(frameKey(frame)))];
  const dropped = [...new Set([...(a.dropped ?? []), ...(b.dropped ?? [])])];
  return {
    ...b,
    ...a,
    ...(a.raw || b.raw ? { raw: { ...b.raw, ...a.raw } } : {}),
    ...(frames.length > 0 ? { frames } : {}),
    ...(dropped.length > 0 ? { dropped } : {}),
  };
}
