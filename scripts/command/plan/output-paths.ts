import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findOutput } from '../../platform/output-place.ts';
import { canonicalPath } from './inputs.ts';
import { isDirectory } from './result-name.ts';

/** Resolves symlinks in paths, with one look-up per folder. */
export function createCanonical(): (path: string) => string {
  const folders = new Map<string, { readonly path: string; readonly isThere: boolean }>();
  return (path) => {
    const name = dirname(path);
    let folder = folders.get(name);
    if (!folder) {
      folder = { path: canonicalPath(name), isThere: isDirectory(name) ?? false };
      folders.set(name, folder);
    }
    const isLink = folder.isThere && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    return isLink ? canonicalPath(path) : join(folder.path, basename(path));
  };
}

/** Returns the reason why an existing output can't be replaced. */
export function unwritable(output: string): unknown {
  try {
    findOutput(output);
    return undefined;
  } catch (problem) {
    return problem;
  }
}

/** Checks whether a path exists, with one look-up per folder. */
export function createExistenceCheck(): (path: string) => boolean {
  const folders = new Map<string, boolean>();
  return (path) => {
    const name = dirname(path);
    let isThere = folders.get(name);
    if (isThere === undefined) {
      isThere = isDirectory(name) ?? false;
      folders.set(name, isThere);
    }
    return isThere && lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  };
}
