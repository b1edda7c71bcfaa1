import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { MissingPackageError } from '../platform/missing-package.ts';

const require = createRequire(import.meta.url);

/** Replaces `scripts/platform/font-files.ts` in the published package. */
export function fontPath(path: string): string {
  return join(fontsFolder(), 'files', ...path.split('/'));
}

function fontsFolder(): string {
  try {
    return dirname(require.resolve('@fudebako/fonts/package.json'));
  } catch (cause) {
    throw new MissingPackageError('Text needs the fonts package: npm install @fudebako/fonts', { cause });
  }
}
