import { existsSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { STDIO } from '../platform/standard-streams.ts';
import { describeError, STDIN_ONCE, UsageError } from './errors.ts';
import { readFileList } from './file-list.ts';
import type { RawFlags } from './flags.ts';
import { commonFolder, createExclusion, expandGlob, isGlob } from './globs.ts';
import type { CommandWords } from './words.ts';

/** The inputs of a command line: arguments, expanded globs and the list of `--files-from`. */
export interface InputPaths {
  readonly paths: readonly string[];
  /** Subfolder of the output folder by path, for paths that keep their folder tree. */
  readonly places: ReadonlyMap<string, string>;
  /** Tests a path against `--exclude`. */
  readonly isExcluded: (path: string) => boolean;
  /** Reasons why folders below a glob can't be searched, by path. */
  readonly problems: ReadonlyMap<string, unknown>;
  /** True if `--allow-empty` accepts that no file is found. */
  readonly allowEmpty: boolean;
  /** True if inputs were requested, but a list or a glob yielded none. */
  readonly isEmpty: boolean;
}

/**
 * Reads the paths of the arguments and of `--files-from`.
 * @throws UsageError for an empty list or a glob without a match, unless `--allow-empty` is given
 */
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
  // Not searched, so that a second run does not read the results of the first.
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

/** False also if the path can't be resolved; opening it then reports the reason. */
function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Returns the folders between `base` and a file, or between `base` and a folder that is searched.
 * @throws UsageError if the path is outside a base that the command line names
 */
function placeBelow(base: string, path: string, isNamed: boolean): string {
  const isFolder = isDirectory(path);
  const place = relative(resolve(base), isFolder ? resolve(path) : resolve(path, '..'));
  // On Windows, a path on another drive is absolute.
  if (place !== '..' && !place.startsWith(`..${sep}`) && !isAbsolute(place)) return place;
  if (isNamed) throw new UsageError(`${path} is outside --base ${base}.`);
  return '';
}
