import { MAX_CUE_CHARACTERS, MAX_CUES } from '#core/base/limits.ts';
import type { Cue } from '#core/text/captions/captions.ts';
import type { Parse } from './storage.ts';
import { getOwnProperty, storedList, storedNumber } from './stored.ts';

const storedTime = storedNumber(0, Number.MAX_VALUE);

const storedCue: Parse<Cue> = (stored) => {
  const [start, end] = [storedTime(getOwnProperty(stored, 'start')), storedTime(getOwnProperty(stored, 'end'))];
  const text = getOwnProperty(stored, 'text');
  const isValid = start !== undefined && end !== undefined && end > start && typeof text === 'string';
  return isValid ? { start, end, text: text.slice(0, MAX_CUE_CHARACTERS) } : undefined;
};

/** The valid captions of a stored list, in order. */
export const storedCues = (stored: unknown): readonly Cue[] =>
  (storedList(storedCue, MAX_CUES)(stored) ?? []).toSorted((a, b) => a.start - b.start);
