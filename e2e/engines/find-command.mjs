import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the first installed program of a list. @param {readonly string[]} names */
export function findCommand(...names) {
  for (const name of names)
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name);
      try {
        if (folder) accessSync(path, constants.X_OK);
        else continue;
        return path;
      } catch {}
    }
  return undefined;
}
