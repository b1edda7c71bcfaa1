import { existsSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { ROWS_LIMITS } from '#core/base/outside-limits.ts';
import { readPieces } from '../../platform/outside-file.ts';
import { readStandardInput, STDIO } from '../../platform/standard-streams.ts';
import type { CommandWords } from '../base/environment.ts';
import { describeError, STDIN_ONCE, UsageError } from '../base/errors.ts';
import type { RawFlags } from './flags.ts';
import { commonFolder, createExclusion, expandGlob, isGlob } from './globs.ts';

/** Inputs of a command line: arguments, matches of globs and the list of `--files-from`. */
export interface InputPaths {
  readonly paths: readonly string[];
  /** Maps each input's path to the result's subfolder in the output folder, for inputs found in a folder tree. */
  readonly places: ReadonlyMap<string, string>;
  readonly isExcluded: (path: string) => boolean;
  /** Reasons why a glob's folders can't be searched, by path. */
  readonly problems: ReadonlyMap<string, unknown>;
  /** True with `--allow-empty`, which allows runs without inputs. */
  readonly allowEmpty: boolean;
  /** True if a list or glob was given but contains no files. */
  readonly isEmpty: boolean;
}

/** @throws UsageError for an empty list or a glob without matches, unless `--allow-empty` is set */
export async function readPaths(
  named: readonly string[],
  { filesFrom, base, exclude, allowEmpty, output }: RawFlags,
  words: CommandWords,
): Promise<InputPaths> {
  if (filesFrom === STDIO && named.includes(STDIO)) throw new UsageError(STDIN_ONCE);
  const isAllowedEmpty = allowEmpty === true;
  const places = new Map<string, string>();
  const paths: string[] = [];
  const problems = new Map<string, unknown>();
  // Skips the output folder; otherwise a second run would read the results of the first run.
  const outputFolder = typeof output === 'string' ? resolve(output) : undefined;
  const fixedBase = typeof base === 'string' ? requireFolder(base) : undefined;
  const add = (path: string, folder: string | undefined) => {
    paths.push(path);
    if (folder !== undefined && path !== STDIO) places.set(path, placeBelow(folder, path, fixedBase !== undefined));
  };
  for (const path of named) {
    if (path === STDIO || !isGlob(path) || existsSync(path)) add(path, fixedBase);
    else {
      const found = matchesOf(path, words, outputFolder);
      for (const each of found.problems) {
        add(each.path, fixedBase ?? found.base);
        problems.set(each.path, each.problem);
      }
      if (found.paths.length === 0 && found.problems.length === 0 && !isAllowedEmpty)
        throw new UsageError(`${path}: No files match. Use --allow-empty if that is fine.`);
      for (const each of found.paths) add(each, fixedBase ?? found.base);
    }
  }
  if (typeof filesFrom === 'string') {
    const listed = (await readFileList(filesFrom, words, isAllowedEmpty)).map((path) =>
      path === STDIO ? `./${path}` : path,
    );
    const folder = fixedBase ?? commonFolder(listed);
    for (const path of listed) add(path, folder);
  }
  const isExcluded = createExclusion((exclude as readonly string[] | undefined) ?? []);
  const isEmpty = paths.length === 0 && (named.length > 0 || typeof filesFrom === 'string');
  return { paths, places, isExcluded, problems, allowEmpty: isAllowedEmpty, isEmpty };
}

function matchesOf(pattern: string, words: CommandWords, outputFolder: string | undefined) {
  try {
    return expandGlob(pattern, outputFolder);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${pattern}: ${describeError(error, words)}`);
  }
}

function requireFolder(base: string): string {
  if (!statSync(base, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--base ${base}: No such folder.`);
  return base;
}

/** True for a folder. False if the path can't be resolved; opening the path then reports the reason. */
function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Returns the folders between `base` and a path. Throws UsageError for a path outside of a `--base` flag. */
function placeBelow(base: string, path: string, isNamed: boolean): string {
  const isFolder = isDirectory(path);
  const place = relative(resolve(base), isFolder ? resolve(path) : resolve(path, '..'));
  // On Windows, a relative path to another drive is absolute.
  if (place !== '..' && !place.startsWith(`..${sep}`) && !isAbsolute(place)) return place;
  if (isNamed) throw new UsageError(`${path} is outside --base ${base}.`);
  return '';
}

/** Reads the paths of `--files-from`, separated by NUL or line breaks; `-` is stdin. Throws UsageError. */
async function readFileList(list: string, words: CommandWords, allowEmpty = false): Promise<string[]> {
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
