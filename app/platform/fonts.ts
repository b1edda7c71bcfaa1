import { FudebakoError } from '#core/base/errors.ts';
import { EMOJI_FONT, fontFamilies } from '#core/fonts/catalogue.ts';
import type { Fonts } from '#core/platform/fonts.ts';
import { loadWasm } from './wasm.ts';

const FONTS_URL: string = import.meta.env.FONTS_URL;

export const browserFonts: Fonts = {
  async read(path) {
    try {
      const response = await fetch(`${FONTS_URL}/${path}`);
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    } catch (cause) {
      const slug = path.slice(0, path.indexOf('/'));
      const name = fontFamilies.find((family) => family.slug === slug)?.name ?? slug;
      throw new FudebakoError('fontDownload', { name }, { cause });
    }
  },

  prepareEmoji() {
    emoji ??= loadEmoji().catch((error: unknown) => {
      emoji = undefined;
      throw error;
    });
    return emoji;
  },

  shaper: () => loadWasm('harfbuzz'),
};

let emoji: Promise<void> | undefined;

/** Loads the bundled emoji font if the system lacks color emoji, which is rare. */
async function loadEmoji(): Promise<void> {
  if (drawsColor('\u{1f600}')) return;
  const fonts: FontFaceSet = 'document' in globalThis ? document.fonts : Reflect.get(globalThis, 'fonts');
  fonts.add(await new FontFace(EMOJI_FONT.name, `url(${FONTS_URL}/${EMOJI_FONT.file})`).load());
}

function drawsColor(text: string): boolean {
  const context = new OffscreenCanvas(32, 32).getContext('2d', { willReadFrequently: true });
  if (!context) return false;
  context.font = '24px sans-serif';
  context.fillText(text, 2, 26);
  const { data } = context.getImageData(0, 0, 32, 32);
  for (let at = 0; at < data.length; at += 4) if (data[at] !== data[at + 2]) return true;
  return false;
}
