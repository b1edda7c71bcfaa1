import { existsSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ROWS_LIMITS } from '#core/base/outside-limits.ts';
import { readEntries } from '../../platform/entries.ts';
import { readPieces } from '../../platform/outside-file.ts';
import { readStandardInput, STDIO } from '../../platform/standard-streams.ts';
import type { CommandWords } from '../base/environment.ts';
import { describeError, STDIN_ONCE, UsageError } from '../base/errors.ts';
import type { RawFlags } from './flags.ts';

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

const WILD = /[*?[{]/;

const isGlob = (text: string): boolean => WILD.test(text);

const segmentsOf = (path: string): string[] => path.split(process.platform === 'win32' ? /[\\/]/ : '/');

/** Maximum number of patterns into which nested braces may expand. */
const MAX_ALTERNATIVES = 1000;

/** Expands `{a,b}`, including nested braces. Keeps braces without a comma. */
function expandBraces(pattern: string): string[] {
  const open: string[] = [pattern];
  const plain: string[] = [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const match = /\{([^{}]*,[^{}]*)\}/.exec(next);
    if (!match) plain.push(next);
    else {
      if (open.length + plain.length > MAX_ALTERNATIVES)
        throw new UsageError(`${pattern}: The braces make more than ${MAX_ALTERNATIVES} patterns.`);
      const [start, end] = [next.slice(0, match.index), next.slice(match.index + match[0].length)];
      for (const each of (match[1] as string).split(',')) open.push(start + each + end);
    }
  }
  return plain;
}

/** A part of a pattern. Matches any number of items if it is a wildcard (`repeats`), otherwise one item. */
interface Token<Item> {
  readonly repeats: boolean;
  readonly accepts: (item: Item) => boolean;
}

/** True if the tokens match all items. The time is proportional to items times tokens, even with many wildcards. */
function matches<Item>(items: readonly Item[], tokens: readonly Token<Item>[]): boolean {
  /** Marks the token after each reached wildcard as reached, because a wildcard may match zero items. */
  const withRepeats = (reached: boolean[]) => {
    for (const [index, { repeats }] of tokens.entries()) if (reached[index] && repeats) reached[index + 1] = true;
    return reached;
  };
  let reached = withRepeats([true]);
  for (const item of items) {
    const next: boolean[] = [];
    for (const [index, { repeats, accepts }] of tokens.entries())
      if (reached[index] && accepts(item)) next[repeats ? index : index + 1] = true;
    reached = withRepeats(next);
  }
  return reached[tokens.length] === true;
}

/** Returns a function that matches one file name as shells do. A wildcard at the start doesn't match hidden files. */
function nameTest(segment: string): (name: string) => boolean {
  const tokens = [...segment.matchAll(/\*+|\[[!^]?[^\]]+\]|[\s\S]/gu)].map(([part]): Token<string> => {
    if (part.startsWith('*')) return { repeats: true, accepts: () => true };
    if (part === '?') return { repeats: false, accepts: () => true };
    return { repeats: false, accepts: part.length > 2 ? setTest(part) : (character) => character === part };
  });
  const skipsHidden = WILD.test(segment.charAt(0));
  return (name) => !(skipsHidden && name.startsWith('.')) && matches([...name], tokens);
}

/** Returns a function that matches one character against `[abc]`, `[a-z]` or `[!a-z]`. */
function setTest(set: string): (character: string) => boolean {
  const isNegated = /^\[[!^]/.test(set);
  const ranges = [...set.slice(isNegated ? 2 : 1, -1).matchAll(/(.)-(.)|[\s\S]/gsu)].map(
    ([character, first = character, last = character]) => [first, last] as const,
  );
  return (character) => ranges.some(([first, last]) => character >= first && character <= last) !== isNegated;
}

/** Compiles a path pattern, in which `**` matches any number of visible folders. */
const compile = (pattern: string): Token<string>[] =>
  segmentsOf(pattern).map((segment) =>
    segment === '**'
      ? { repeats: true, accepts: (name) => !name.startsWith('.') }
      : { repeats: false, accepts: nameTest(segment) },
  );

/** Matches paths against `--exclude`. A pattern without a slash matches names, others match paths or parents. */
export function createExclusion(patterns: readonly string[]): (path: string) => boolean {
  const expanded = patterns.map((pattern) => pattern.replace(/\/+$/, '').replace(/^\.\//, '')).flatMap(expandBraces);
  const named = expanded.filter((pattern) => segmentsOf(pattern).length === 1).map(nameTest);
  const placed = expanded.filter((pattern) => segmentsOf(pattern).length > 1).map(compile);
  return (path) => {
    if (expanded.length === 0) return false;
    const names = segmentsOf(path).filter((name, index) => name !== '.' && (name !== '' || index === 0));
    return (
      names.some((name) => named.some((test) => test(name))) ||
      names.some((_, index) => placed.some((segments) => matches(names.slice(0, index + 1), segments)))
    );
  };
}

interface GlobMatches {
  /** The folder before the pattern's first wildcard. */
  readonly base: string;
  /** Paths of the matching files, sorted by name; if no file matches, paths of the matching folders. */
  readonly paths: readonly string[];
  readonly problems: readonly { readonly path: string; readonly problem: unknown }[];
}

/** Finds a glob's files, except in the folder `skip`. Ignores symlinks to folders. Throws UsageError, Node's errors. */
export function expandGlob(pattern: string, skip?: string): GlobMatches {
  const segments = segmentsOf(pattern);
  const first = segments.findIndex(isGlob);
  const base = segments.slice(0, first).join('/') || (first > 0 ? '/' : '.');
  const patterns = expandBraces(segments.slice(first).join('/')).map(compile);
  const [files, folders]: [string[], string[]] = [[], []];
  const problems: { path: string; problem: unknown }[] = [];
  const deepest = Math.max(
    ...patterns.map((each) => (each.some(({ repeats }) => repeats) ? Number.POSITIVE_INFINITY : each.length)),
  );
  const walk = (folder: string, names: readonly string[]) => {
    const entries = readEntries(folder).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const below = [...names, entry.name];
      const path = base === '.' ? below.join('/') : join(base, ...below);
      const isMatch = patterns.some((each) => matches(below, each));
      if (!entry.isFolder) {
        if (isMatch && entry.isFile()) files.push(path);
      } else if (resolve(path) !== skip) {
        if (isMatch) folders.push(path);
        if (below.length < deepest) walkBelow(path, below);
      }
    }
  };
  const walkBelow = (folder: string, names: readonly string[]) => {
    try {
      walk(folder, names);
    } catch (problem) {
      if (!(problem instanceof Error && 'code' in problem)) throw problem;
      problems.push({ path: folder, problem });
    }
  };
  walk(base, []);
  return { base, paths: files.length > 0 ? files : folders, problems };
}

function commonFolder(paths: readonly string[]): string {
  const [first, ...others] = paths.map((path) => resolve(path, '..').split(sep));
  if (!first) return '.';
  let shared = first;
  for (const names of others) {
    const end = shared.findIndex((name, index) => name !== names[index]);
    if (end >= 0) shared = shared.slice(0, end);
  }
  return shared.join(sep) || sep;
}
