import { useEffect, useRef, useState } from 'react';
import type { FontSample } from '../../platform/font-samples.ts';
import { loadSample } from './load-sample.ts';
import { useOwnFonts } from './own-fonts.ts';

interface FontSampleTextProps {
  readonly family: string;
  readonly words: string;
}

/** Sample text in a font. The font loads when the sample scrolls into view; until then, the sample is blank. */
export function FontSampleText({ family, words }: FontSampleTextProps) {
  const place = useRef<HTMLSpanElement>(null);
  const own = useOwnFonts(({ fonts }) => fonts.find((font) => font.family === family));
  const [sample, setSample] = useState<FontSample>();
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let wanted = true;
    const load = async () => {
      const loaded = await loadSample(family, own, words);
      if (wanted) setSample(loaded);
    };
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      load().catch(() => undefined);
    });
    observer.observe(element);
    return () => {
      wanted = false;
      observer.disconnect();
    };
  }, [family, words, own]);
  return (
    <span ref={place} className="font-sample" aria-hidden="true" style={{ fontFamily: sample?.fontFamily }}>
      {sample?.text}
    </span>
  );
}
