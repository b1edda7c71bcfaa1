import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Where a font file is, as `Fonts.read` names it: in the @fontsource package of its family. The
 * package to install has a module of its own in this one's place (`scripts/package/font-files.ts`).
 */
export function fontPath(path: string): string {
  const [slug = '', file = ''] = path.split('/');
  return join(dirname(require.resolve(`@fontsource/${slug}/package.json`)), 'files', file);
}
