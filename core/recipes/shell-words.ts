import { FudebakoError } from '../base/errors.ts';
import type { Shell } from './shell-quoting.ts';

/** To PowerShell these end a quoted text as well, and two of them stand for one. */
const TYPOGRAPHIC = /[\u2018-\u201b]/;

/** What stands outside quotes in a line that `quoteWord` wrote; with anything else a shell would do more than split words. */
const PLAIN = /[\w/.:=+-]/;

/**
 * The words of a line as `quoteWord` writes them, for either shell: a quote between single quotes is doubled in
 * PowerShell's way or set between double quotes in that of the others. Goes over the line once.
 *
 * @param shell which it was written for; only typographic quotes read differently
 * @throws FudebakoError `commandUnreadable` for what `quoteWord` does not write: an open quote, a variable, a pipe
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

/** @returns where the closing quote stands */
function readSingle(line: string, start: number, shell: Shell, pieces: string[]): number {
  let from = start + 1;
  for (let at = from; at < line.length; at++) {
    const character = line[at] as string;
    if (character !== "'" && !(shell === 'powershell' && TYPOGRAPHIC.test(character))) continue;
    if (line[at + 1] === character) {
      // One of the two stays.
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

/** Between double quotes stands a quote, or a backslash before another. @returns where the closing quote stands */
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
