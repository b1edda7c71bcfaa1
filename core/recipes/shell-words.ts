import { FudebakoError } from '../base/errors.ts';
import type { Shell } from './shell-quoting.ts';

/** Typographic quotes, which PowerShell treats as single quotes. */
const TYPOGRAPHIC = /[\u2018-\u201b]/;

/** Characters that `quoteWord` leaves unquoted. Other characters may have a special meaning in a shell. */
const PLAIN = /[\w/.:=+-]/;

/**
 * Splits a line written by `quoteWord` into words. The shell only matters for typographic quotes.
 * @throws FudebakoError `commandUnreadable` for an open quote, a variable, a pipe or other shell syntax
 */
export function shellWords(line: string, shell: Shell): readonly string[] {
  const words: string[] = [];
  const pieces: string[] = [];
  let isWord = false;
  const end = () => {
    if (isWord) words.push(pieces.join(''));
    pieces.length = 0;
    isWord = false;
  };
  for (let at = 0; at < line.length; at++) {
    const character = line[at] as string;
    if (character === ' ' || character === '\t' || character === '\n' || character === '\r') {
      end();
      continue;
    }
    isWord = true;
    if (character === "'") at = readSingle(line, at, shell, pieces);
    else if (character === '"') at = readDouble(line, at, pieces);
    else if (PLAIN.test(character)) pieces.push(character);
    else throw new FudebakoError('commandUnreadable');
  }
  end();
  return words;
}

/** Reads a single-quoted string. Returns the index of the closing quote. */
function readSingle(line: string, start: number, shell: Shell, pieces: string[]): number {
  let from = start + 1;
  for (let at = from; at < line.length; at++) {
    const character = line[at] as string;
    if (character !== "'" && !(shell === 'powershell' && TYPOGRAPHIC.test(character))) continue;
    if (line[at + 1] === character) {
      // Two quotes are one literal quote.
      pieces.push(line.slice(from, at + 1));
      at++;
      from = at + 1;
    } else if (character === "'") {
      pieces.push(line.slice(from, at));
      return at;
    } else break;
  }
  throw new FudebakoError('commandUnreadable');
}

/** Reads a double-quoted quote or backslash. Returns the index of the closing quote. */
function readDouble(line: string, start: number, pieces: string[]): number {
  if (line.startsWith(`"'"`, start)) {
    pieces.push("'");
    return start + 2;
  }
  if (line.startsWith('"\\\\"', start)) {
    pieces.push('\\');
    return start + 3;
  }
  throw new FudebakoError('commandUnreadable');
}
