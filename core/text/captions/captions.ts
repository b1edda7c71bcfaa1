import { FudebakoError } from '../../base/errors.ts';
import { MAX_CAPTION_BYTES, MAX_CUE_CHARACTERS, MAX_CUES } from '../../base/limits.ts';
import { assText, assTexts } from './ass.ts';
import { srtTexts, type TimedText, vttTexts } from './timed-texts.ts';

/** A caption as plain text of one or more lines. Times are in seconds from the start of the video. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};

export interface CaptionOptions {
  /** True to write ruby in the notation of the text tools: `｜漢字《かんじ》`. By default, readings are left out. */
  readonly ruby?: boolean;
  /** Receives the number of captions without readable times, or that end before their start, if there are any. */
  readonly onSkipped?: (count: number) => void;
}

/**
 * Parses WebVTT, SubRip or ASS to plain text of at most `MAX_CUE_CHARACTERS`, sorted by start. Skips captions that end
 * before their start. The library media-captions would take quadratic time for empty lines.
 * @throws FudebakoError `captionsRead` without captions, `captionsTooMany`
 */
export function parseCaptions(text: string, options?: CaptionOptions): readonly Cue[] {
  checkCaptionBytes(text.length);
  const cues = cuesOf(timedTexts(text), options);
  if (cues.length === 0) throw new FudebakoError('captionsRead');
  return cues;
}

/** Returns the plain texts of captions, sorted by start. Throws FudebakoError `captionsTooMany`. */
export function cuesOf(texts: Iterable<TimedText>, { ruby, onSkipped }: CaptionOptions = {}): Cue[] {
  const cues: Cue[] = [];
  let skipped = 0;
  for (const { start, end, markup, isAss } of texts) {
    if (!(end > start)) {
      skipped++;
      continue;
    }
    const source = withoutReturns(markup);
    const plain = withoutEmptyLines(isAss ? assText(source) : plainText(source, ruby))
      .slice(0, MAX_CUE_CHARACTERS)
      .trimEnd();
    if (plain) cues.push({ start, end, text: plain });
    if (cues.length > MAX_CUES) throw tooMany();
  }
  if (skipped > 0) onSkipped?.(skipped);
  return cues.sort((a, b) => a.start - b.start);
}

function timedTexts(text: string): Iterable<TimedText> {
  if (/^\uFEFF?\s{0,99}\[script info\]/i.test(text)) return assTexts(text);
  return /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(text) ? vttTexts(text) : srtTexts(text);
}

const withoutReturns = (markup: string) =>
  markup.slice(0, MARKUP_CHARACTERS).replaceAll('\0', '').replace(/\r\n?/g, '\n');

const withoutEmptyLines = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')
    .trim();

/** @throws FudebakoError `captionsTooMany` */
export function checkCaptionBytes(bytes: number): void {
  if (bytes > MAX_CAPTION_BYTES) throw tooMany();
}

const tooMany = () => new FudebakoError('captionsTooMany', { max: MAX_CUES, megabytes: MAX_CAPTION_BYTES / 2 ** 20 });

const MARKUP_CHARACTERS = 16 * MAX_CUE_CHARACTERS;

/** Removes tags (`<i>`, `<v Name>`, SubRip's `{\an8}`) and decodes character entities. */
function plainText(markup: string, ruby?: boolean): string {
  return withoutMarkup(markup, ruby).replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi,
    (whole, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
      if (code === undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** Removes tags in one pass. A regular expression would take quadratic time for a text of many `<`. */
function withoutMarkup(markup: string, ruby = false): string {
  const lastEnd = markup.lastIndexOf('>');
  const lastBrace = markup.lastIndexOf('}');
  const parts: string[] = [];
  let copiedEnd = 0;
  for (let at = 0; at < markup.length; at++) {
    const isTag = markup[at] === '<' && at < lastEnd && TAG.test(markup.slice(at, at + TAG_CHARACTERS));
    const isStyle = markup[at] === '{' && at < lastBrace && markup[at + 1] === '\\';
    if (!isTag && !isStyle) continue;
    const end = markup.indexOf(isTag ? '>' : '}', at);
    const tag = markup.slice(at, Math.min(end, at + TAG_CHARACTERS)).toLowerCase();
    parts.push(markup.slice(copiedEnd, at), isTag && /^<br\s*\/?$/.test(tag) ? '\n' : '');
    copiedEnd = end + 1;
    if (ruby && isTag && tag === '<ruby') parts.push('｜');
    // Removes ruby annotations, because they repeat the base text, or writes them in notation.
    if (isTag && tag === '<rt') {
      const closing = markup.indexOf('<', copiedEnd);
      if (closing >= 0 && markup.slice(closing, closing + 5).toLowerCase() === '</rt>') {
        if (ruby) parts.push(`《${markup.slice(copiedEnd, closing)}》`);
        copiedEnd = closing;
      }
    }
    at = copiedEnd - 1;
  }
  return parts.join('') + markup.slice(copiedEnd);
}

/** Maximum number of a tag's characters, including `<`, that are compared with names of tags. */
const TAG_CHARACTERS = 16;

/** Matches a tag, such as `<i>` and `<c.yellow>`, and a time inside a caption. Other text such as `<3` shows. */
const TAG = /^<(?:\/?(?:[a-z][\w:-]*(?:$|[\s>./])|>)|(?:\d+:)?\d+:\d)/i;
