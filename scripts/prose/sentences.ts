import type { Passage } from './passages.ts';

export interface Sentence {
  readonly line: number;
  readonly text: string;
}

/** Placeholder for code, paths and URLs in a sentence. Rules ignore the placeholder, which counts as one word. */
export const CODE = '`…`';

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/`[^`]*`/g, CODE],
  [/!\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/\{@link\s+([^}]*)\}/g, CODE],
  [/\{\{?[\w.]+\}?\}/g, CODE],
  [/\bhttps?:\/\/\S+/g, CODE],
  [/<\/?[a-z][^>]*>/gi, ''],
  // Matches a path, a file name, a call or a property.
  [/(?<![\w`])[\w@#.-]*\/[\w./-]+/g, CODE],
  [/(?<![\w`])[\w-]+\.(?:tsx?|mjs|cjs|jsx?|json|md|css|html|wasm|jpe?g|png|mp[34]|wav|gif|csv|ya?ml)\b/g, CODE],
  [/(?<![\w`])\w+(?:\.\w+)*\(\)/g, CODE],
  [/\*\*|__|(?<=\s|^)[*_](?=\S)|(?<=\S)[*_](?=\s|[.,;:]|$)/g, ''],
];

const mask = (text: string) => MASKS.reduce((masked, [pattern, by]) => masked.replace(pattern, by), text);

const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|Fig|No|St|Mr|Dr|ca|resp|incl|min|max)|\b[A-Z])\.$/;

/** Splits a text into sentences, each with the number of its first line. Replaces code and URLs by `CODE`. */
export function sentencesOf({ lines }: Passage): Sentence[] {
  // Keeps line breaks, because code may span several lines, and the replacement must not change line numbers.
  const text = mask(lines.map((line) => line.text).join('\n'));
  const sentences: Sentence[] = [];
  let [start, line] = [0, 0];
  const ends = /[.!?]["”’)\]]*(?=\s+["“‘([]*(?:[A-Z0-9]|`|--?\w))/g;
  const add = (end: number) => {
    const part = text.slice(start, end);
    const lead = part.length - part.trimStart().length;
    line += count(part.slice(0, lead));
    const number = lines[Math.min(line, lines.length - 1)]?.number ?? 0;
    line += count(part.slice(lead));
    start = end;
    const joined = part.trim().replace(/\s+/g, ' ');
    if (joined !== '') sentences.push({ line: number, text: joined });
  };
  for (const match of text.matchAll(ends)) {
    const end = match.index + match[0].length;
    if (!ABBREVIATION.test(text.slice(start, match.index + 1))) add(end);
  }
  add(text.length);
  return sentences;
}

const count = (text: string) => text.split('\n').length - 1;

/** Returns the number of words in a sentence. Code counts as one word, and dashes don't count. */
export const wordsIn = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => word.includes(CODE) || /[\p{L}\p{N}]/u.test(word)).length;
