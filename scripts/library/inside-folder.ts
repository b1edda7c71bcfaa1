import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { FudebakoError } from '#core/base/errors.ts';
import { pathOf } from './sources.ts';

/**
 * The path of a file below a folder. What a name or a link leads to outside of it is not there.
 * @throws FudebakoError `fileNotFound`
 */
export function insideFolder(folder: string | URL, name: string): string {
  try {
    const root = realpathSync(pathOf(folder));
    const path = realpathSync(resolve(root, name));
    const way = relative(root, path);
    if (way !== '' && way.split(/[\\/]/, 1)[0] !== '..' && !isAbsolute(way)) return join(root, way);
  } catch {
    // Nothing is there.
  }
  throw new FudebakoError('fileNotFound', { name });
}
