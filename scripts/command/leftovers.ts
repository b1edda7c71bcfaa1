import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAbandoned, partKey, partKeyOf } from '../platform/part-names.ts';

/** Removes the part files that killed processes have left for these outputs. Reads each folder once. */
export function removeLeftovers(outputs: Iterable<string>): void {
  const keysByFolder = new Map<string, Set<string>>();
  for (const output of outputs) {
    const folder = dirname(output);
    keysByFolder.set(folder, (keysByFolder.get(folder) ?? new Set()).add(partKey(basename(output))));
  }
  for (const [folder, keys] of keysByFolder)
    for (const name of namesIn(folder)) {
      const key = partKeyOf(name);
      const path = join(folder, name);
      if (key !== undefined && keys.has(key) && isAbandoned(path)) rmSync(path, { force: true });
    }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
