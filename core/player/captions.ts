import { FudebakoError } from '../errors.ts';

/** One caption, as plain text of one or more lines. Times in seconds of the video. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** `00:01:02,500 --> 00:01:04.000 …`; hours may be missing, and both files know both separators. */
const TIMING = /^\s*((?:\d+:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?)\s*-->\s*((?:\d+:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?)/;

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
 * Reads captions: WebVTT (W3C WebVTT 1, section 6) or SubRip. Blocks without a timing line (header,
 * notes, styles) are passed over, as are cues that end before they begin. Markup becomes plain text.
 * @returns the cues in the order of their start
 * @throws FudebakoError `captionsRead` where there is not one cue
 */
export function parseCaptions(text: string): readonly Cue[] {
  const blocks = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n+/);
  const cues = blocks.flatMap(parseBlock).sort((a, b) => a.start - b.start);
  if (cues.length === 0) throw new FudebakoError('captionsRead');
  return cues;
}

/** The captions to be seen at a moment, each with its lines, the one that began first on top. */
export function captionsAt(cues: readonly Cue[], position: number): string {
  return cues
    .filter(({ start, end }) => start <= position && position < end)
    .map(({ text }) => text)
    .join('\n');
}

function parseBlock(block: string): readonly Cue[] {
  const lines = block.split('\n');
  const timingAt = lines.findIndex((line) => TIMING.test(line));
  const timing = TIMING.exec(lines[timingAt] ?? '');
  if (!timing) return [];
  const [start, end] = [timing[1], timing[2]].map((time) => parseTime(time ?? ''));
  const text = plainText(lines.slice(timingAt + 1).join('\n'));
  return start !== undefined && end !== undefined && end > start && text ? [{ start, end, text }] : [];
}

/** `1:02:03,5` → 3723.5 */
function parseTime(time: string): number {
  const [seconds = 0, minutes = 0, hours = 0] = time
    .replace(',', '.')
    .split(':')
    .map((part) => Number(part))
    .reverse();
  return Math.round((hours * 3600 + minutes * 60 + seconds) * 1000) / 1000;
}

/** Without tags (`<i>`, `<v Name>`, SubRip's `{\an8}`), and with its entities resolved. */
function plainText(markup: string): string {
  return markup
    .replace(/<rt>[^<]*<\/rt>/gi, '')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/?[a-z0-9][^>]*>/gi, '')
    .replace(/\{\\[^}]*\}/g, '')
    .replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
      if (code === undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .trim();
}
