import { MAX_CUES_SHOWN } from '../../base/limits.ts';
import type { Cue } from './captions.ts';

/** Returns the captions at a position in seconds, one below the other. */
export function captionsAt(cues: readonly Cue[], position: number): string {
  const shown: string[] = [];
  for (const { start, end, text } of cues) {
    if (start > position || shown.length === MAX_CUES_SHOWN) break;
    if (position < end) shown.push(text);
  }
  return shown.join('\n');
}
