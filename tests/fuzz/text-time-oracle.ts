import { fontLibrary } from '#core/fonts/library.ts';
import { layoutText } from '#core/text/layout.ts';
import { drawnText, readNotation } from '#core/text/notation.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';
import type { Random } from './random.ts';
import { WrongResult } from './wrong-result.ts';

/** Notation, and characters of every class that line breaking, bidi, justification and tate-chu-yoko distinguish. */
const PIECES = [
  ...'漢字かんカa1.,!?()《》｜|{}《》［］　 \t\n、。「」…—/-%"אا\u202b\u2066\u0301\u{e0100}ก🎉',
  '《《',
  '》》',
  '［縦中横：',
  'https://',
];

/** Marks for a base and its reading. A long base with a long reading has many possible divisions. */
const MARKS: readonly ((base: string, reading: string) => string)[] = [
  (base, reading) => `${base}《${reading}》`,
  (base, reading) => `｜${base}《${reading}》`,
  (base, reading) => `{${base}|${reading}}`,
  (base) => `《《${base}》》`,
];

function randomPattern(random: Random): string {
  if (random.chance(2)) return Array.from({ length: random.between(1, 5) }, () => random.from(PIECES)).join('');
  const base = random.from(['漢', '山川', 'a', '漢\u{e0100}']).repeat(random.between(1, 40));
  const reading = random.from(['い', 'いう', 'かん', 'きょう', 'a|']).repeat(random.between(1, 48));
  // With an impossible end, a reader may try all divisions of the reading.
  return random.from(MARKS)(base, reading + random.from(['', 'ー', 'ゃ']));
}

/** Length of the shorter text; the longer text has eight times as many characters. */
const SHORT = 1000;
const FACTOR = 8;
/** Growth of the time for eight times the text. Linear time grows by 8, and quadratic time by 64. */
const MOST_GROWTH = 32;
/** Shorter times can't be compared. */
const LEAST_MS = 8;
const RUNS = 2;

/** Reads and lays out a repeated pattern in two lengths, and checks that the time grows with the length. */
export async function checkTextTime(random: Random): Promise<void> {
  const pattern = randomPattern(random);
  const vertical = random.chance(2);
  const times = [await layoutMs(pattern, SHORT, vertical), await layoutMs(pattern, SHORT * FACTOR, vertical)];
  const [short = 0, long = 0] = times;
  if (long > MOST_GROWTH * Math.max(LEAST_MS, short))
    throw new WrongResult('superlinear time', `${JSON.stringify(pattern)} takes ${short} ms, then ${long} ms`);
}

/** Returns the CPU time for a text of repeated patterns: the minimum of several runs. */
async function layoutMs(pattern: string, length: number, vertical: boolean): Promise<number> {
  const text = pattern.repeat(Math.ceil(length / pattern.length));
  const fonts = await fontLibrary(nodeFonts).prepare(
    { fontFamily: 'Noto Serif JP', bold: false },
    drawnText(readNotation(text)),
  );
  const style = {
    fontSizePx: 20,
    charGapEm: 0.1,
    lineGapEm: 0,
    vertical,
    variableWidth: true,
    justify: true,
    hangingPunctuation: true,
    emphasisMark: '﹅',
    align: 'left',
    vAlign: 'top',
  } as const;
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    const start = process.cpuUsage();
    layoutText(readNotation(text), fonts, style, { left: 0, top: 0, width: 400, height: 400 });
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
