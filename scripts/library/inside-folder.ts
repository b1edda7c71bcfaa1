import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { FudebakoError } from '#core/base/errors.ts';
import type { FileUrl } from './globals.ts';
import { pathOf } from './sources.ts';

/** Returns a path inside a folder. Throws FudebakoError `fileNotFound` for names and symlinks that lead outside. */
export function insideFolder(folder: string | FileUrl, name: string): string {
  try {
    const root = realpathSync(pathOf(folder));
    const path = realpathSync(resolve(root, name));
    const relativePath = relative(root, path);
    if (relativePath !== '' && relativePath.split(/[\\/]/, 1)[0] !== '..' && !isAbsolute(relativePath))
      return join(root, relativePath);
  } catch {}
  throw new FudebakoError('fileNotFound', { name });
}
