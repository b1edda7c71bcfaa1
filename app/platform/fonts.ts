import type { Fonts } from '#core/platform.ts';

const FONTS_URL: string = import.meta.env.FONTS_URL;

/** The font files that the app is served with, fetched when a text first needs them. */
export const browserFonts: Fonts = {
  async read(path) {
    const response = await fetch(`${FONTS_URL}/${path}`);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  },

  // Every system that has a browser of today has a colour emoji font.
  prepareEmoji: async () => {},
};
