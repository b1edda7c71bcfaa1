import { readFile } from 'node:fs/promises';
import { EMOJI_FONT } from '#core/fonts/catalogue.ts';
import type { Fonts } from '#core/platform/fonts.ts';
import { fontPath } from './font-files.ts';
import { skia } from './skia.ts';
import { loadWasm } from './wasm.ts';

export const nodeFonts: Fonts = {
  read: async (path) => new Uint8Array(await readFile(fontPath(path))),

  async prepareEmoji() {
    const { GlobalFonts } = skia();
    if (!GlobalFonts.has(EMOJI_FONT.name)) GlobalFonts.registerFromPath(fontPath(EMOJI_FONT.file), EMOJI_FONT.name);
  },

  shaper: () => loadWasm('harfbuzz'),
};
