import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** Returns the path of a font file in a checkout; the package uses `scripts/dev/package/entries/font-files.ts`. */
export function fontPath(path: string): string {
  const [slug = '', file = ''] = path.split('/');
  if (slug.endsWith('-supplement')) return fileURLToPath(new URL(`../../core/fonts/files/${path}`, import.meta.url));
  return join(dirname(require.resolve(`@fontsource/${slug}/package.json`)), 'files', file);
}
