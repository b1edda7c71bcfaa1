import { join, resolve, sep } from 'node:path';
import { readEntries } from '../platform/entries.ts';

const WILD = /[*?[{]/;

/** True if the text has a wildcard: `*`, `?`, `[…]` or `{…}`. */
export const isGlob = (text: string): boolean => WILD.test(text);

/** Separates the folder names of a path, also of one that was written on Windows. */
const segmentsOf = (path: string): string[] => path.split(process.platform === 'win32' ? /[\\/]/ : '/');

/** Limits the number of patterns that nested braces make. */
const MAX_ALTERNATIVES = 1000;

/** Expands `{a,b}`, also nested. Braces without a comma stay. */
function expandBraces(pattern: string): string[] {
  const open: string[] = [pattern];
  const plain: string[] = [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const match = /\{([^{}]*,[^{}]*)\}/.exec(next);
    if (!match || open.length + plain.length > MAX_ALTERNATIVES) plain.push(next);
    else {
      const [start, end] = [next.slice(0, match.index), next.slice(match.index + match[0].length)];
      for (const each of (match[1] as string).split(',')) open.push(start + each + end);
    }
  }
  return plain;
}

/** Returns a regular expression for one name, as shells match it: a wildcard at its start skips hidden files. */
function nameExpression(segment: string): RegExp {
  const source = segment.replace(
    /\*+|\?|\[(!|\^)?([^\]]+)\]|[\s\S]/g,
    (part, not: string | undefined, set?: string) => {
      if (part.startsWith('*')) return '[^/]*';
      if (part === '?') return '[^/]';
      if (set !== undefined) return `[${not ? '^' : ''}${set.replace(/[\\\]^[]/g, '\\$&')}]`;
      return part.replace(/[.*+?^${}()|[\]\\]/, '\\$&');
    },
  );
  return new RegExp(`^${WILD.test(segment.charAt(0)) ? '(?!\\.)' : ''}${source}$`, 'su');
}

type Segment = RegExp | '**';

const compile = (pattern: string): Segment[] =>
  segmentsOf(pattern).map((segment) => (segment === '**' ? '**' : nameExpression(segment)));

/** True if the names match all segments; `**` matches any number of folders that are not hidden. */
function matches(names: readonly string[], segments: readonly Segment[]): boolean {
  const [first, ...rest] = segments;
  if (first === undefined) return names.length === 0;
  if (first !== '**') return names[0] !== undefined && first.test(names[0]) && matches(names.slice(1), rest);
  for (let skipped = 0; skipped <= names.length; skipped++) {
    if (matches(names.slice(skipped), rest)) return true;
    if (names[skipped]?.startsWith('.')) return false;
  }
  return false;
}

/**
 * Returns a function that tests paths against `--exclude`. A pattern without a slash matches the name of a file or a
 * folder; with a slash, the whole path or one of its folders.
 */
export function createExclusion(patterns: readonly string[]): (path: string) => boolean {
  const expanded = patterns.map((pattern) => pattern.replace(/\/+$/, '').replace(/^\.\//, '')).flatMap(expandBraces);
  const named = expanded.filter((pattern) => segmentsOf(pattern).length === 1).map(nameExpression);
  const placed = expanded.filter((pattern) => segmentsOf(pattern).length > 1).map(compile);
  return (path) => {
    if (expanded.length === 0) return false;
    const names = segmentsOf(path).filter((name, index) => name !== '.' && (name !== '' || index === 0));
    return (
      names.some((name) => named.some((expression) => expression.test(name))) ||
      names.some((_, index) => placed.some((segments) => matches(names.slice(0, index + 1), segments)))
    );
  };
}

export interface GlobMatches {
  /** The folder before the first wildcard. */
  readonly base: string;
  /** Sorted by name. If no file matches, the folders that match. */
  readonly paths: readonly string[];
}

/**
 * Finds the files that a quoted pattern matches. Symlinks to folders are not followed.
 * @throws Node's errors of reading the first folder
 */
export function expandGlob(pattern: string): GlobMatches {
  const segments = segmentsOf(pattern);
  const first = segments.findIndex(isGlob);
  const base = segments.slice(0, first).join('/') || (first > 0 ? '/' : '.');
  const patterns = expandBraces(segments.slice(first).join('/')).map(compile);
  const [files, folders]: [string[], string[]] = [[], []];
  const deepest = Math.max(...patterns.map((each) => (each.includes('**') ? Number.POSITIVE_INFINITY : each.length)));
  const walk = (folder: string, names: readonly string[]) => {
    const entries = readEntries(folder).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const below = [...names, entry.name];
      const path = base === '.' ? below.join('/') : join(base, ...below);
      const isMatch = patterns.some((each) => matches(below, each));
      if (!entry.isFolder) {
        if (isMatch && entry.isFile()) files.push(path);
      } else {
        if (isMatch) folders.push(path);
        if (below.length < deepest) walkBelow(path, below);
      }
    }
  };
  // A folder that cannot be read is skipped, as shells do.
  const walkBelow = (folder: string, names: readonly string[]) => {
    try {
      walk(folder, names);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  };
  walk(base, []);
  return { base, paths: files.length > 0 ? files : folders };
}

/** Returns the deepest folder that contains all paths. */
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
