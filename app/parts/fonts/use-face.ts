import { useEffect, useState } from 'react';
import { findFamily } from '#core/fonts/catalogue.ts';
import { loadFontSample, loadOwnSample } from '../../platform/font-samples.ts';
import { useOwnFonts } from '../../state/own-fonts.ts';

/** The CSS families that show a text in a family of the catalogue or of the visitor's own; a plain one until they are there. */
export function useFace(family: string, text: string): string {
  const own = useOwnFonts(({ fonts }) => fonts.find((font) => font.family === family));
  const [face, setFace] = useState('serif');
  useEffect(() => {
    let wanted = true;
    const load = async () => {
      const known = findFamily(family);
      const loaded = known
        ? await loadFontSample(known, text)
        : own && (await loadOwnSample(own.source, own.blob, text));
      if (wanted && loaded) setFace(loaded.fontFamily);
    };
    // What cannot be fetched is written in the plain one; what is painted afterwards says what is wrong.
    load().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [family, text, own]);
  return face;
}
