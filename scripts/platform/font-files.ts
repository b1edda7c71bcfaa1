import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Returns the path of a font file in the @fontsource package of its family. The published package replaces this module
 * with `scripts/package/font-files.ts`.
 */
export function fontPath(path: string): string {
  const [slug = '', file = ''] = path.split('/');
  return join(dirname(require.resolve(`@fontsource/${slug}/package.json`)), 'files', file);
}
