import { OWN_PREFIX } from '#core/fonts/catalogue.ts';
import type { CaptionStyle } from '#core/text/captions/caption-style.ts';

/** Returns the file of the visitor's own font that captions use, if any. Loads the fonts only for that. */
export async function captionFonts({ fontFamily }: CaptionStyle): Promise<readonly File[]> {
  if (!fontFamily.startsWith(OWN_PREFIX)) return [];
  const { ownFontFiles, restoreOwnFonts, useOwnFonts } = await import('../../ui/fonts/own-fonts.ts');
  await restoreOwnFonts();
  return ownFontFiles([fontFamily], useOwnFonts.getState().fonts);
}
