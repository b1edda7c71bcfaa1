import { join, resolve, sep } from 'node:path';
import { readEntries } from '../../platform/entries.ts';
import { UsageError } from '../base/errors.ts';

const WILD = /[*?[{]/;

export const isGlob = (text: string): boolean => WILD.test(text);

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

export interface GlobMatches {
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

export function commonFolder(paths: readonly string[]): string {
  const [first, ...others] = paths.map((path) => resolve(path, '..').split(sep));
  if (!first) return '.';
  let shared = first;
  for (const names of others) {
    const end = shared.findIndex((name, index) => name !== names[index]);
    if (end >= 0) shared = shared.slice(0, end);
  }
  return shared.join(sep) || sep;
}
