import { MAX_CUE_CHARACTERS, MAX_CUES } from '#core/base/limits.ts';
import type { Cue } from '#core/text/captions/captions.ts';
import { writeVtt } from '#core/text/captions/write-captions.ts';

/** Returns captions as a file, as the command reads them. */
export const captionFile = (cues: readonly Cue[], name: string): File => new File([writeVtt(cues)], name);

/** Least seconds of a caption, and the seconds of a new one. */
const [LEAST_SEC, NEW_SEC] = [0.05, 2];

/** Rounds seconds to milliseconds, so that sums of times stay readable. */
const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000;

const inOrder = (cues: readonly Cue[]): readonly Cue[] => cues.toSorted((a, b) => a.start - b.start);

interface Captioned {
  readonly cues?: readonly Cue[];
}

/** A change of a document's captions. The same captions leave the document as it is. */
export type CueChange = <Video extends Captioned>(video: Video) => Video;

export const changeCues =
  (change: (cues: readonly Cue[]) => readonly Cue[]): CueChange =>
  <Video extends Captioned>(video: Video) => {
    const { cues: before = [], ...others } = video;
    const cues = change(before);
    if (cues === before) return video;
    return (cues.length > 0 ? { ...others, cues: inOrder(cues).slice(0, MAX_CUES) } : others) as Video;
  };

export const editCue = (index: number, change: Partial<Cue>) =>
  changeCues((cues) => {
    const cue = cues[index];
    if (!cue) return cues;
    const next = { ...cue, ...change };
    const start = rounded(Math.max(0, next.start));
    return cues.with(index, {
      start,
      end: rounded(Math.max(next.end, start + LEAST_SEC)),
      text: next.text.slice(0, MAX_CUE_CHARACTERS),
    });
  });

/** Returns a time, or the end of the captions that are shown then. */
export const freeTime = (cues: readonly Cue[], time: number): number =>
  cues.reduce((free, { start, end }) => (start <= free && free < end ? end : free), time);

/** Adds a caption at a time in the audio, up to the caption that follows. */
export const addCue = (at: number, text = '') =>
  changeCues((cues) => {
    const following = cues.find(({ start }) => start > at)?.start ?? Number.POSITIVE_INFINITY;
    return [
      ...cues,
      { start: rounded(at), end: rounded(Math.max(at + LEAST_SEC, Math.min(at + NEW_SEC, following))), text },
    ];
  });

export const removeCue = (index: number) => changeCues((cues) => (cues[index] ? cues.toSpliced(index, 1) : cues));

/** Splits a caption in two near the middle of its text, and its time in the same proportion. */
export const splitCue = (index: number) =>
  changeCues((cues) => {
    const cue = cues[index];
    if (!cue || cue.end - cue.start < 2 * LEAST_SEC) return cues;
    const { start, end, text } = cue;
    const at = middleOf(text);
    const share = text.length > 0 ? Math.min(0.9, Math.max(0.1, at / text.length)) : 0.5;
    const cut = rounded(start + (end - start) * share);
    return cues.toSpliced(
      index,
      1,
      { start, end: cut, text: text.slice(0, at).trim() },
      { start: cut, end, text: text.slice(at).trim() },
    );
  });

/** Returns the line break, end of a sentence or space that is nearest to the middle of a text; else the middle. */
function middleOf(text: string): number {
  const middle = text.length / 2;
  const nearest = (places: readonly number[]) =>
    places.reduce<number | undefined>(
      (best, place) => (best === undefined || Math.abs(place - middle) < Math.abs(best - middle) ? place : best),
      undefined,
    );
  const placesOf = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(({ index, 0: { length } }) => index + length).filter((at) => at < text.length);
  return nearest(placesOf(/\n/g)) ?? nearest(placesOf(/[、。，．!?！？]|[ \u3000]/gu)) ?? Math.ceil(middle);
}

/** Joins a caption with the following one. */
export const mergeCue = (index: number) =>
  changeCues((cues) => {
    const [cue, following] = [cues[index], cues[index + 1]];
    if (!cue || !following) return cues;
    const text = [cue.text, following.text].filter((each) => each !== '').join('\n');
    return cues.toSpliced(index, 2, {
      start: cue.start,
      end: Math.max(cue.end, following.end),
      text: text.slice(0, MAX_CUE_CHARACTERS),
    });
  });

/** Moves all captions in time. The first caption stops at the start of the audio. */
export const shiftCues = (seconds: number) =>
  changeCues((cues) => {
    const by = Math.max(seconds, -(cues[0]?.start ?? 0));
    return by === 0
      ? cues
      : cues.map(({ start, end, text }) => ({ start: rounded(start + by), end: rounded(end + by), text }));
  });

/** Returns the lines of a plain text, which become captions. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.trim().slice(0, MAX_CUE_CHARACTERS))
    .filter((line) => line !== '')
    .slice(0, MAX_CUES);

/** Returns captions of lines that begin at the tapped times. Each ends where the next begins, the last at `lastSec`. */
export const tappedCues = (lines: readonly string[], taps: readonly number[], lastSec: number): readonly Cue[] =>
  taps.flatMap((start, index) => {
    const text = lines[index];
    const end = taps[index + 1] ?? Math.max(lastSec, start + LEAST_SEC);
    return text === undefined || end <= start ? [] : [{ start: rounded(start), end: rounded(end), text }];
  });

/** Formats a time of a caption, such as 83.5 as `1:23.50`. */
export function cueTimeText(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const two = (value: number) => String(value).padStart(2, '0');
  const [minutes, rest] = [Math.floor(hundredths / 6000), hundredths % 6000];
  const clock = minutes < 60 ? `${minutes}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
  return `${clock}:${two(Math.floor(rest / 100))}.${two(rest % 100)}`;
}

/** Parses a typed time, such as `1:23.5`, `83.5` or `1:02:03,250`; undefined if it is none. */
export function parseCueTime(text: string): number | undefined {
  const typed = text.normalize('NFKC').trim().replace(',', '.');
  if (!/^(?:\d{1,3}:){0,2}\d{1,6}(?:\.\d{1,3})?$/.test(typed)) return undefined;
  return rounded(typed.split(':').reduce((total, part) => total * 60 + Number(part), 0));
}
