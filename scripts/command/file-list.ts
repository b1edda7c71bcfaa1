import { ROWS_LIMITS } from '#core/base/outside-limits.ts';
import { readPieces } from '../platform/outside-file.ts';
import { readStandardInput, STDIO } from '../platform/standard-streams.ts';
import { describeError, UsageError } from './errors.ts';
import type { CommandWords } from './words.ts';

/** Reads the paths of `--files-from`, separated by NUL or line breaks; `-` is stdin. Throws UsageError. */
export async function readFileList(list: string, words: CommandWords, allowEmpty = false): Promise<string[]> {
  const pieces: string[] = [];
  try {
    const append = (piece: string) => void pieces.push(piece);
    if (list === STDIO) await readStandardInput(ROWS_LIMITS.size, append);
    else readPieces(list, ROWS_LIMITS.size, append);
  } catch (error) {
    throw new UsageError(`--files-from ${list}: ${describeError(error, words)}`);
  }
  const text = pieces.join('');
  const paths = text.includes('\0') ? text.split('\0') : text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const named = paths.filter((path) => path !== '');
  if (named.length === 0 && !allowEmpty)
    throw new UsageError(`--files-from ${list}: The list is empty. Use --allow-empty if that is fine.`);
  return named;
}
