import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';
import { EMOJI_FONT } from '#core/fonts/catalogue.ts';
import type { Fonts } from '#core/platform/fonts.ts';

const require = createRequire(import.meta.url);

/** Font files from the @fontsource packages in node_modules. */
export const nodeFonts: Fonts = {
  read: async (path) => new Uint8Array(await readFile(fontPath(path))),

  async prepareEmoji() {
    if (!GlobalFonts.has(EMOJI_FONT.name)) GlobalFonts.registerFromPath(fontPath(EMOJI_FONT.file), EMOJI_FONT.name);
  },
};

function fontPath(path: string): string {
  const [slug = '', file = ''] = path.split('/');
  return join(dirname(require.resolve(`@fontsource/${slug}/package.json`)), 'files', file);
}
