import { useEffect, useState } from 'react';
import { loadSample } from './load-sample.ts';
import { useOwnFonts } from './own-fonts.ts';

/** Returns the CSS font families for a text. Until the font has loaded, returns a generic family. */
export function useFontFace(family: string, text: string): string {
  const own = useOwnFonts(({ fonts }) => fonts.find((font) => font.family === family));
  const [face, setFace] = useState('serif');
  useEffect(() => {
    let wanted = true;
    const load = async () => {
      const loaded = await loadSample(family, own, text);
      if (wanted && loaded) setFace(loaded.fontFamily);
    };
    // If the font can't be loaded, the generic family stays. Painting the text reports the error.
    load().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [family, text, own]);
  return face;
}
