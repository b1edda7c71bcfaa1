import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { MissingPackageError } from '../../../platform/missing-package.ts';

const require = createRequire(import.meta.url);

/** Returns the path of a font file in the package; in a checkout, see `scripts/platform/font-files.ts`. */
export function fontPath(path: string): string {
  return join(fontsFolder(), 'files', ...path.split('/'));
}

function fontsFolder(): string {
  try {
    return dirname(require.resolve('@fudebako/fonts/package.json'));
  } catch (cause) {
    throw new MissingPackageError('Text needs the package @fudebako/fonts. Install its tarball, fudebako-fonts.', {
      cause,
    });
  }
}
