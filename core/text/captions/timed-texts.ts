/** A caption before its markup is removed. Times are in seconds. */
export interface TimedText {
  readonly start: number;
  readonly end: number;
  readonly markup: string;
  readonly isAss?: boolean;
}

/** Matches the timing line of a caption, for example `00:01:02,500 --> 00:01:04.000`. Hours are optional. */
const TIMING =
  /^\s*((?:\d{1,6}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?)\s*-->\s*((?:\d{1,6}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?)/;

/** Number of characters at the start of a line that are matched against `TIMING`. */
const TIMING_CHARACTERS = 100;

const ARROW = '-->';

/** Parses a time to seconds, for example `1:02:03,5` to 3723.5. */
export function parseTime(time: string): number {
  const [seconds = 0, minutes = 0, hours = 0] = time
    .replace(',', '.')
    .split(':')
    .map((part) => Number(part))
    .reverse();
  return Math.round((hours * 3600 + minutes * 60 + seconds) * 1000) / 1000;
}

function readTiming(line: string): Pick<TimedText, 'start' | 'end'> | undefined {
  const timing = TIMING.exec(line.slice(0, TIMING_CHARACTERS));
  return timing ? { start: parseTime(timing[1] as string), end: parseTime(timing[2] as string) } : undefined;
}

/** Matches a timing line with a negative or invalid time, such as `-00:00:01,000 --> NaN:NaN`. */
const BAD_TIMING = /^\s*(?:[+-]?\d{1,6}:|NaN)[-+\d:.,NaN]{0,20}\s*-->\s*(?:[+-]?\d{1,6}:|NaN)[-+\d:.,NaN]{0,20}\s*$/;

const UNREADABLE = { start: Number.NaN, end: Number.NaN };

/**
 * Yields the captions of a WebVTT file (W3C WebVTT 1, section 6.1). An empty line ends a caption; a line of spaces
 * doesn't. A line with `-->` ends a caption too, and begins the next. Times that can't be read are NaN.
 */
export function* vttTexts(text: string): Generator<TimedText> {
  let timing: ReturnType<typeof readTiming>;
  let lines: string[] = [];
  for (const line of linesOf(text)) {
    const isTiming = line.includes(ARROW);
    if (!isTiming && line !== '') {
      if (timing) lines.push(line);
      continue;
    }
    if (timing) yield { ...timing, markup: lines.join('\n') };
    timing = isTiming ? (readTiming(line) ?? UNREADABLE) : undefined;
    lines = [];
  }
  if (timing) yield { ...timing, markup: lines.join('\n') };
}

/**
 * Yields the captions of a SubRip file, as FFmpeg reads them: all lines up to the next timing belong to a caption, except
 * the next caption's number. Empty lines and `-->` without times are text. Times that can't be read are NaN.
 */
export function* srtTexts(text: string): Generator<TimedText> {
  let timing: ReturnType<typeof readTiming>;
  let lines: string[] = [];
  for (const line of linesOf(text)) {
    const next = line.includes(ARROW) ? (readTiming(line) ?? badTiming(line)) : undefined;
    if (!next) {
      if (timing) lines.push(line);
      continue;
    }
    if (/^\s*\d{1,9}\s*$/.test(lines.at(-1) ?? '')) lines.pop();
    if (timing) yield { ...timing, markup: lines.join('\n') };
    timing = next;
    lines = [];
  }
  if (timing) yield { ...timing, markup: lines.join('\n') };
}

const badTiming = (line: string) => (BAD_TIMING.test(line.slice(0, TIMING_CHARACTERS)) ? UNREADABLE : undefined);

/** Yields a text line by line, because an array of empty lines would be many times larger than the file. */
export function* linesOf(text: string): Generator<string> {
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 10 && code !== 13) continue;
    yield text.slice(start, at);
    // Programs that convert line ends twice write CR CR LF.
    if (code === 13 && text.charCodeAt(at + 1) === 13 && text.charCodeAt(at + 2) === 10) at += 2;
    else if (code === 13 && text.charCodeAt(at + 1) === 10) at++;
    start = at + 1;
  }
  yield text.slice(start);
}
