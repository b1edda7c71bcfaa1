import { useMemo, useState } from 'react';
import type { Size } from '#core/geometry/point.ts';
import type { StageView } from '../../parts/stage/stage-view.ts';
import { TextCanvas } from '../../parts/stage/TextCanvas.tsx';
import { fontReferences, usableWork, useOwnFonts } from '../../state/own-fonts.ts';
import { useRowParameters } from '../common/batch/use-rows.ts';
import { type Texts, textDocument, useDrawableTexts, useShownTexts } from './document.ts';
import { rowBase } from './export.ts';
import { tellReports } from './reports.ts';
import { TextBoxOverlay } from './TextBoxOverlay.tsx';

interface TextStageProps {
  readonly size: Size;
  readonly view: StageView;
}

/** The texts over the picture, and what takes hold of the open one's box. */
export function TextStage({ size, view }: TextStageProps) {
  const active = textDocument.use((state) => state.active);
  // The tab whose words are written in their place.
  const [written, setWritten] = useState<number>();
  const shown = useShownTexts();
  const base = () => rowBase(shown, fontReferences);
  const row = useRowParameters('advanced_text_editor', base, JSON.stringify(shown)) as { texts: Texts } | undefined;
  const texts = useWithout(written, useDrawableTexts(row?.texts ?? shown));
  const fonts = useOwnFonts((state) => state.fonts);
  const work = useMemo(() => usableWork({ kind: 'texts', texts }, fonts), [texts, fonts]);
  return (
    <>
      <TextCanvas work={work} size={size} view={view} onReport={tellReports} />
      <TextBoxOverlay key={active} size={size} view={view} writes={written === active} onWrite={setWritten} />
    </>
  );
}

/** The texts without the words of one: they stand in the field over it. */
function useWithout(written: number | undefined, texts: Texts): Texts {
  return useMemo(() => {
    const text = written === undefined ? undefined : texts[written];
    return written === undefined || !text ? texts : texts.with(written, { ...text, text: '' });
  }, [written, texts]);
}
