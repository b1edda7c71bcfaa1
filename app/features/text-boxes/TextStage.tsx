import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { createBox } from '#core/editing/box-editing.ts';
import type { PlacedBox } from '#core/editing/snapping.ts';
import { hasArea, isUnsetBox, wholeBox } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { textBox } from '#core/text/compose.ts';
import type { AdvancedText } from '#core/text/settings.ts';
import { BoxOverlay } from '../../parts/stage/BoxOverlay.tsx';
import type { StageView } from '../../parts/stage/stage-view.ts';
import { TextCanvas } from '../../parts/stage/TextCanvas.tsx';
import { usableWork, useOwnFonts } from '../../state/own-fonts.ts';
import { isDrawn, shownText, textDocument, useDrawableTexts, useShownTexts } from './document.ts';
import { tellReports } from './reports.ts';

interface TextStageProps {
  readonly size: Size;
  readonly view: StageView;
}

/** The texts over the picture, and what takes hold of the open one's box. */
export function TextStage({ size, view }: TextStageProps) {
  const texts = useDrawableTexts(useShownTexts());
  const fonts = useOwnFonts((state) => state.fonts);
  const work = useMemo(() => usableWork({ kind: 'texts', texts }, fonts), [texts, fonts]);
  const active = textDocument.use((state) => state.active);
  return (
    <>
      <TextCanvas work={work} size={size} view={view} onReport={tellReports} />
      <TextBoxOverlay key={active} size={size} view={view} />
    </>
  );
}

function TextBoxOverlay({ size, view }: TextStageProps) {
  const { t } = useTranslation();
  const active = textDocument.use((state) => state.active);
  const texts = textDocument.use((state) => state.history.present);
  const shown = textDocument.use(shownText);
  const settled = texts[active] as AdvancedText;
  // A key places and settles in one go, before anything is drawn anew.
  const draft = useRef<AdvancedText>();
  const others = useMemo(
    () => texts.filter((text, index) => index !== active && isDrawn(text)).map((text) => placedBox(text, size)),
    [texts, active, size],
  );
  const show = (next: AdvancedText) => {
    draft.current = next;
    textDocument.showDraft(next);
  };
  const letGo = (keep: boolean) => {
    const dragged = draft.current;
    draft.current = undefined;
    // A click draws no box.
    if (keep && dragged && hasArea(dragged.boundingBox)) textDocument.changeActive(dragged);
    else textDocument.showDraft(undefined);
  };
  return (
    <BoxOverlay
      view={view}
      size={size}
      // Around the whole picture nothing needs to be drawn, and handles would lie over the words.
      placed={isUnsetBox(shown.boundingBox) ? undefined : placedBox(shown, size)}
      mode={shown.mode}
      others={others}
      label={t('advanced_text_editor.box')}
      hint={t('common.boxKeys')}
      onDraw={(from, to, keepRatio) => {
        const box = createBox(from, to, size, keepRatio ? 1 : undefined);
        show({ ...settled, boundingBox: hasArea(box) ? wholeBox(box, size) : box });
      }}
      onPlace={({ box, rotation }) => show({ ...settled, boundingBox: wholeBox(box, size), rotation })}
      onSettle={() => letGo(true)}
      onCancel={() => letGo(false)}
    />
  );
}

const placedBox = (text: AdvancedText, size: Size): PlacedBox => ({
  box: textBox(text.boundingBox, size),
  rotation: text.rotation,
});
