import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';
import type { Fonts } from '#core/platform.ts';

const require = createRequire(import.meta.url);
const EMOJI_FAMILY = 'Noto Color Emoji';

/** Font files from the @fontsource packages in node_modules. */
export const nodeFonts: Fonts = {
  async read(path) {
    const [slug = '', file = ''] = path.split('/');
    return new Uint8Array(await readFile(fontPath(slug, file)));
  },

  async prepareEmoji() {
    if (!GlobalFonts.has(EMOJI_FAMILY))
      GlobalFonts.registerFromPath(
        fontPath('noto-color-emoji', 'noto-color-emoji-emoji-400-normal.woff2'),
        EMOJI_FAMILY,
      );
  },
};

function fontPath(slug: string, file: string): string {
  return join(dirname(require.resolve(`@fontsource/${slug}/package.json`)), 'files', file);
}
