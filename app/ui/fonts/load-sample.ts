import { findFamily } from '#core/fonts/catalogue.ts';
import { type FontSample, loadFontSample, loadOwnSample } from '../../platform/font-samples.ts';
import type { OwnFontFile } from './own-fonts.ts';

/** Loads a font for a sample text; undefined for an unknown font. */
export async function loadSample(
  family: string,
  own: OwnFontFile | undefined,
  text: string,
): Promise<FontSample | undefined> {
  const known = findFamily(family);
  return known ? loadFontSample(known, text) : own && loadOwnSample(own.source, own.blob, text);
}
