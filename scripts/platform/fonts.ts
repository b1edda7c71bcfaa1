import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Fonts } from '#core/platform.ts';

const require = createRequire(import.meta.url);

/** Font files from the @fontsource packages in node_modules. */
export const nodeFonts: Fonts = {
  async read(path) {
    const [slug = '', file = ''] = path.split('/');
    const folder = dirname(require.resolve(`@fontsource/${slug}/package.json`));
    return new Uint8Array(await readFile(join(folder, 'files', file)));
  },
};
