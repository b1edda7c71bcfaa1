import { MAX_CUE_CHARACTERS, MAX_CUES_SHOWN } from '../../base/limits.ts';
import type { Cue } from './captions.ts';

/**
 * Returns what is shown when: consecutive times without overlap, each with the texts of at most `MAX_CUES_SHOWN`
 * captions, one below the other, and at most `MAX_CUE_CHARACTERS`. Takes time in proportion to the captions.
 * @param cues sorted by start
 */
export function shownTexts(cues: readonly Cue[]): Cue[] {
  const times = cues
    .flatMap((cue, index) => [
      { at: cue.start, starts: true, index },
      { at: cue.end, starts: false, index },
    ])
    .sort((a, b) => a.at - b.at || Number(a.starts) - Number(b.starts));
  const active = new Set<number>();
  const shown: Cue[] = [];
  for (const [place, { at, starts, index }] of times.entries()) {
    // A set keeps the order of insertion, which is the order of starts.
    if (starts) active.add(index);
    else active.delete(index);
    const end = times[place + 1]?.at ?? at;
    if (active.size === 0 || end <= at) continue;
    const text = textOf(active, cues);
    const last = shown.at(-1);
    if (last?.end === at && last.text === text) shown[shown.length - 1] = { ...last, end };
    else shown.push({ start: at, end, text });
  }
  return shown;
}

function textOf(active: ReadonlySet<number>, cues: readonly Cue[]): string {
  const texts: string[] = [];
  for (const index of active) {
    if (texts.length === MAX_CUES_SHOWN) break;
    texts.push((cues[index] as Cue).text);
  }
  return texts.join('\n').slice(0, MAX_CUE_CHARACTERS);
}
