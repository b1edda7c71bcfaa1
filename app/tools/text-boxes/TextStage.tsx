import { useMemo, useState } from 'react';
import type { Size } from '#core/geometry/point.ts';
import { useRowParameters } from '../../batch/use-rows.ts';
import { fontReferences, usableWork, useOwnFonts } from '../../ui/fonts/own-fonts.ts';
import type { StageView } from '../../ui/stage/stage-view.ts';
import { TextCanvas } from '../../ui/stage/TextCanvas.tsx';
import { type Texts, textDocument, useDrawableTexts, useShownTexts } from './document.ts';
import { rowBase } from './export.ts';
import { showReports } from './reports.ts';
import { TextBoxOverlay } from './TextBoxOverlay.tsx';

interface TextStageProps {
  readonly size: Size;
  readonly view: StageView;
}

export function TextStage({ size, view }: TextStageProps) {
  const active = textDocument.use((state) => state.active);
  // Index of the tab whose text is being edited on the image.
  const [written, setWritten] = useState<number>();
  const shown = useShownTexts();
  const base = () => rowBase(shown, fontReferences);
  const row = useRowParameters('advanced_text_editor', base, JSON.stringify(shown)) as { texts: Texts } | undefined;
  const texts = useWithout(written, useDrawableTexts(row?.texts ?? shown));
  const fonts = useOwnFonts((state) => state.fonts);
  const notation = textDocument.use((state) => state.notation);
  const work = useMemo(() => usableWork({ kind: 'texts', texts, notation }, fonts), [texts, fonts, notation]);
  return (
    <>
      <TextCanvas work={work} size={size} view={view} onReport={showReports} />
      <TextBoxOverlay key={active} size={size} view={view} writes={written === active} onWrite={setWritten} />
    </>
  );
}

/** Hides the painted copy of a text that is being edited on the image, because a text field covers the same place. */
function useWithout(written: number | undefined, texts: Texts): Texts {
  return useMemo(() => {
    const text = written === undefined ? undefined : texts[written];
    return written === undefined || !text ? texts : texts.with(written, { ...text, text: '' });
  }, [written, texts]);
}
