import { FudebakoError } from '#core/base/errors.ts';
import { MAX_CAPTION_BYTES, MAX_CUE_CHARACTERS, MAX_CUES, MAX_CUES_SHOWN } from '#core/base/limits.ts';

/** A caption as plain text of one or more lines. Times are in seconds from the start of the video. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Matches the timing line of a caption, for example `00:01:02,500 --> 00:01:04.000`. Hours are optional. */
const TIMING =
  /^\s*((?:\d{1,6}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?)\s*-->\s*((?:\d{1,6}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?)/;

/** Number of characters at the start of a line that are matched against `TIMING`. */
const TIMING_CHARACTERS = 100;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};

/**
 * Parses WebVTT (W3C WebVTT 1, section 6) or SubRip to plain text of at most `MAX_CUE_CHARACTERS`, sorted by start.
 * Skips headers, notes and captions that end before their start. The library media-captions would take
 * quadratic time for empty lines.
 * @throws FudebakoError `captionsRead` without captions, `captionsTooMany`
 */
export function parseCaptions(text: string): readonly Cue[] {
  checkCaptionBytes(text.length);
  const cues: Cue[] = [];
  let block: string[] = [];
  const close = () => {
    if (block.length === 0) return;
    const cue = parseBlock(block);
    if (cue) cues.push(cue);
    if (cues.length > MAX_CUES) throw tooMany();
    block = [];
  };
  for (const line of linesOf(text)) {
    if (line.trim() === '') close();
    else block.push(line);
  }
  close();
  if (cues.length === 0) throw new FudebakoError('captionsRead');
  return cues.sort((a, b) => a.start - b.start);
}

/** Yields a text line by line, because an array of empty lines would be many times larger than the file. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 10 && code !== 13) continue;
    yield text.slice(start, at);
    if (code === 13 && text.charCodeAt(at + 1) === 10) at++;
    start = at + 1;
  }
  yield text.slice(start);
}

/** @throws FudebakoError `captionsTooMany` */
export function checkCaptionBytes(bytes: number): void {
  if (bytes > MAX_CAPTION_BYTES) throw tooMany();
}

const tooMany = () => new FudebakoError('captionsTooMany', { max: MAX_CUES, megabytes: MAX_CAPTION_BYTES / 2 ** 20 });

export function captionsAt(cues: readonly Cue[], position: number): string {
  const shown: string[] = [];
  for (const { start, end, text } of cues) {
    if (start > position || shown.length === MAX_CUES_SHOWN) break;
    if (position < end) shown.push(text);
  }
  return shown.join('\n');
}

function parseBlock(lines: readonly string[]): Cue | undefined {
  for (const [index, line] of lines.entries()) {
    const timing = TIMING.exec(line.slice(0, TIMING_CHARACTERS));
    if (!timing) continue;
    const [start, end] = [timing[1], timing[2]].map((time) => parseTime(time ?? ''));
    const text = plainText(lines.slice(index + 1).join('\n'));
    return start !== undefined && end !== undefined && end > start && text ? { start, end, text } : undefined;
  }
  return undefined;
}

/** Parses a time to seconds, for example `1:02:03,5` to 3723.5. */
function parseTime(time: string): number {
  const [seconds = 0, minutes = 0, hours = 0] = time
    .replace(',', '.')
    .split(':')
    .map((part) => Number(part))
    .reverse();
  return Math.round((hours * 3600 + minutes * 60 + seconds) * 1000) / 1000;
}

const MARKUP_CHARACTERS = 16 * MAX_CUE_CHARACTERS;

/** Removes tags (`<i>`, `<v Name>`, SubRip's `{\an8}`) and decodes character entities. */
function plainText(markup: string): string {
  const text = withoutMarkup(markup.slice(0, MARKUP_CHARACTERS)).replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi,
    (whole, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
      if (code === undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
  return text.trim().slice(0, MAX_CUE_CHARACTERS);
}

/** Removes tags in one pass. A regular expression would take quadratic time for a text of many `<`. */
function withoutMarkup(markup: string): string {
  const lastEnd = markup.lastIndexOf('>');
  const lastBrace = markup.lastIndexOf('}');
  const parts: string[] = [];
  let copiedEnd = 0;
  for (let at = 0; at < markup.length; at++) {
    const isTag = markup[at] === '<' && at < lastEnd && /^<\/?[a-z0-9]/i.test(markup.slice(at, at + 3));
    const isStyle = markup[at] === '{' && at < lastBrace && markup[at + 1] === '\\';
    if (!isTag && !isStyle) continue;
    const end = markup.indexOf(isTag ? '>' : '}', at);
    const tag = markup.slice(at, Math.min(end, at + TAG_CHARACTERS)).toLowerCase();
    parts.push(markup.slice(copiedEnd, at), isTag && /^<br\s*\/?$/.test(tag) ? '\n' : '');
    copiedEnd = end + 1;
    // Removes ruby annotations, because they repeat the base text.
    if (isTag && tag === '<rt') {
      const closing = markup.indexOf('<', copiedEnd);
      if (closing >= 0 && markup.slice(closing, closing + 5).toLowerCase() === '</rt>') copiedEnd = closing;
    }
    at = copiedEnd - 1;
  }
  return parts.join('') + markup.slice(copiedEnd);
}

/** Maximum number of a tag's characters, including `<`, that are compared with the names `br` and `rt`. */
const TAG_CHARACTERS = 16;
