import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nameOfTemporary } from '../platform/files.ts';

/**
 * Removes what a run that was killed outright left of these results: the files beside them that had not
 * got their names yet. A folder is looked at once.
 */
export function removeLeftovers(outputs: Iterable<string>): void {
  const names = new Map<string, Set<string>>();
  for (const output of outputs) {
    const folder = dirname(output);
    names.set(folder, (names.get(folder) ?? new Set()).add(basename(output)));
  }
  for (const [folder, own] of names)
    for (const name of namesIn(folder)) {
      const target = nameOfTemporary(name);
      if (target !== undefined && own.has(target)) rmSync(join(folder, name), { force: true });
    }
}

/** Nothing where there is no folder, or none that may be looked at. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
