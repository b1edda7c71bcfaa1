import { splitGraphemes } from '../base/graphemes.ts';
import { divideReading } from './readings.ts';

/** UTF-16 offsets of a marked range, in the text without its notation. */
export interface MarkedRange {
  readonly start: number;
  readonly end: number;
}

/** Ruby readings: one for the whole base, or one for each grapheme of the base. */
export interface RubyMark extends MarkedRange {
  readonly readings: readonly string[];
}

/** A text from which the notation for ruby, emphasis and tate-chu-yoko was parsed and removed. */
export interface MarkedText {
  readonly text: string;
  readonly rubies: readonly RubyMark[];
  readonly emphasized: readonly MarkedRange[];
  /** Ranges that are upright in one cell of a vertical line (tate-chu-yoko). */
  readonly upright: readonly MarkedRange[];
}

/** Matches the start of a base. A half-width bar before a space is an ordinary bar. */
const BAR = '(?:｜|\\|(?!\\s))';
const KANJI = '[\\p{Script=Han}〆ヵヶ]';

/** Matches a literal 《; emphasis; ruby after a marked base; ruby after kanji; ruby in braces; tate-chu-yoko. */
const NOTATION = new RegExp(
  [
    `${BAR}(?<literal>《)`,
    '《《(?<emphasis>(?:[^《》\\n]|《[^《》\\n]+》)+)》》',
    `${BAR}(?<base>[^｜|《》\\n]+)《(?<reading>[^《》\\n]+)》`,
    // Kanji may have variation selectors. For linear time, a match starts at the first kanji of a run.
    // A title after kanji, as in 小説《山月記》, is not ruby.
    `(?<kanji>${KANJI}(?<!${KANJI}\\p{M}*${KANJI})(?:${KANJI}|\\p{M})*)《(?<kana>(?:(?!\\p{Script=Han})[^《》\\n]){1,50})》`,
    // Other text in braces, such as {a|b}, is not ruby.
    `\\{(?=[^{}|｜\\n]*${KANJI})(?<braced>[^{}|｜\\n]+)[|｜](?<readings>[^{}\\n]+)\\}`,
    '［縦中横[：:](?<upright>[^［］\\n]{1,8})］',
  ].join('|'),
  'gu',
);

export const unmarked = (text: string): MarkedText => ({ text, rubies: [], emphasized: [], upright: [] });

/** Parses ruby, emphasis and tate-chu-yoko: `漢字《かんじ》`, `｜東京《とうきょう》`, `{漢字|かん|じ}`, `《《強調》》`, `［縦中横：10］`, `｜《`. */
export function readNotation(source: string): MarkedText {
  if (!/[《{［]/u.test(source)) return unmarked(source);
  const marks = { text: '', rubies: [] as RubyMark[], emphasized: [] as MarkedRange[], upright: [] as MarkedRange[] };
  read(source, marks);
  return marks;
}

interface Marks {
  text: string;
  readonly rubies: RubyMark[];
  readonly emphasized: MarkedRange[];
  readonly upright: MarkedRange[];
}

function read(source: string, marks: Marks): void {
  let at = 0;
  for (const { 0: match, index, groups = {} } of source.matchAll(NOTATION)) {
    marks.text += source.slice(at, index);
    at = index + match.length;
    const start = marks.text.length;
    const base = groups.base ?? groups.kanji ?? groups.braced;
    if (groups.emphasis !== undefined) {
      read(groups.emphasis, marks);
      marks.emphasized.push({ start, end: marks.text.length });
      continue;
    }
    marks.text += base ?? groups.upright ?? groups.literal ?? '';
    const end = marks.text.length;
    if (groups.upright !== undefined) marks.upright.push({ start, end });
    if (base === undefined) continue;
    const readings = readingsOf(base, groups.reading ?? groups.kana ?? groups.readings ?? '');
    if (readings.some((reading) => reading.trim() !== '')) marks.rubies.push({ start, end, readings });
  }
  marks.text += source.slice(at);
}

function readingsOf(base: string, reading: string): readonly string[] {
  const parts = reading.split(/[|｜]/u);
  const characters = splitGraphemes(base).map(({ text }) => text);
  if (parts.length > 1) return parts.length === characters.length ? parts : [parts.join('')];
  return divideReading(characters, reading) ?? [reading];
}

/** Returns all characters that must be drawn: the text without notation, and the ruby readings. */
export const drawnText = ({ text, rubies }: MarkedText): string =>
  text + rubies.flatMap(({ readings }) => readings).join('');

/** Returns the ruby, emphasis and tate-chu-yoko of `text.slice(start, end)`, with offsets from `start`. */
export function marksWithin(marked: MarkedText, start: number, end: number): MarkedText {
  const within = <Mark extends MarkedRange>(marks: readonly Mark[]): Mark[] =>
    marks.flatMap((mark) =>
      mark.start >= start && mark.end <= end ? { ...mark, start: mark.start - start, end: mark.end - start } : [],
    );
  return {
    text: marked.text.slice(start, end),
    rubies: within(marked.rubies),
    emphasized: within(marked.emphasized),
    upright: within(marked.upright),
  };
}
