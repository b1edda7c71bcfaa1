import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { boxAroundText } from '#app/tools/text-boxes/text-bounds.ts';
import { createBox } from '#app/ui/editing/box-editing.ts';
import { pickBox } from '#app/ui/editing/pick.ts';
import type { PlacedBox } from '#app/ui/editing/snapping.ts';
import { type Box, hasArea, isUnsetBox, wholeBox } from '#core/geometry/box.ts';
import type { Point, Size } from '#core/geometry/point.ts';
import { textBox } from '#core/text/compose.ts';
import { type AdvancedText, pointsToPx } from '#core/text/settings.ts';
import { useRowParameters } from '../../batch/use-rows.ts';
import { fontReferences, usableWork, useOwnFonts } from '../../ui/fonts/own-fonts.ts';
import { useFontFace } from '../../ui/fonts/use-font-face.ts';
import { BoxOverlay } from '../../ui/stage/BoxOverlay.tsx';
import { InPlaceText } from '../../ui/stage/InPlaceText.tsx';
import type { StageView } from '../../ui/stage/stage-view.ts';
import { TextCanvas } from '../../ui/stage/TextCanvas.tsx';
import { useDraft } from '../../ui/stage/use-draft.ts';
import {
  isDrawn,
  shownText,
  type Texts,
  textDocument,
  useDrawableTexts,
  useShownTexts,
  useTabName,
} from './document.ts';
import { rowBase } from './export.ts';
import { showReports, useTextReports } from './reports.ts';

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

interface TextBoxOverlayProps {
  readonly size: Size;
  readonly view: StageView;
  readonly writes: boolean;
  readonly onWrite: (tab: number | undefined) => void;
}

/** Handles of the open text. A click opens another text; a double-click edits the text on the image. */
function TextBoxOverlay({ size, view, writes, onWrite }: TextBoxOverlayProps) {
  const { t } = useTranslation(['app', 'stage']);
  const active = textDocument.use((state) => state.active);
  const texts = textDocument.use((state) => state.items);
  const shown = textDocument.use(shownText);
  const reports = useTextReports((state) => state.reports);
  const committed = texts[active] as AdvancedText;
  const { show, commit, cancel } = useDraft<AdvancedText>({
    onDraft: textDocument.showDraft,
    onCommit: (dragged) => {
      // A click without movement would draw an empty box, so clicks are ignored.
      if (hasArea(dragged.boundingBox)) textDocument.changeActive(dragged);
      else textDocument.showDraft(undefined);
    },
  });
  const layer = useRef<HTMLDivElement>(null);
  const others = useMemo(
    () => texts.filter((text, index) => index !== active && isDrawn(text)).map((text) => placedBox(text, size)),
    [texts, active, size],
  );
  /** Returns the bounding box of a text's glyphs, for a text without a drawn box. */
  const textBounds = (text: AdvancedText, index: number): PlacedBox | undefined => {
    const bounds = reports[index]?.bounds;
    const box = bounds && text.text.trim() !== '' ? boxAroundText(text, bounds, size) : undefined;
    return box && { box, rotation: text.rotation };
  };
  const seen = (text: AdvancedText, index: number) =>
    isUnsetBox(text.boundingBox) && !text.drawBox && !text.fillBox ? textBounds(text, index) : placedBox(text, size);
  const textAt = (point: Point) =>
    pickBox(
      texts.map((text, index) => (isDrawn(text) ? seen(text, index) : undefined)),
      point,
    );
  const isUnset = isUnsetBox(shown.boundingBox);
  const write = (at: Point | undefined) => {
    // A double-click outside the open text edits the open text only if the open text is empty.
    if (at && isDrawn(committed) && textAt(at) !== active) return;
    onWrite(active);
  };
  return (
    <>
      <BoxOverlay
        view={view}
        size={size}
        layerRef={layer}
        // A box as large as the image shows no handles, because they would cover the text.
        placed={isUnset ? undefined : placedBox(shown, size)}
        undrawn={isUnset ? textBounds(committed, active) : undefined}
        outside={shown.mode === 'create' ? 'draw' : 'move'}
        others={others}
        label={t('advanced_text_editor.box')}
        hint={`${t('stage:boxKeys')} ${t('advanced_text_editor.writeKeys')}`}
        onDraw={(from, to, keepRatio) => {
          const box = createBox(from, to, size, keepRatio ? 1 : undefined);
          show({ ...committed, boundingBox: hasArea(box) ? wholeBox(box, size) : box });
        }}
        onPlace={({ box, rotation }) => show({ ...committed, boundingBox: wholeBox(box, size), rotation })}
        onCommit={commit}
        onCancel={cancel}
        onClick={(at) => {
          const picked = textAt(at);
          if (picked >= 0 && picked !== active) textDocument.openTab(picked);
        }}
        onOpen={write}
      />
      {writes && (
        <TextOnImage
          text={committed}
          box={textBox(committed.boundingBox, size)}
          scale={view.scale}
          tab={active}
          onEnd={(byKey) => {
            onWrite(undefined);
            if (byKey) layer.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </>
  );
}

const placedBox = (text: AdvancedText, size: Size): PlacedBox => ({
  box: textBox(text.boundingBox, size),
  rotation: text.rotation,
});

interface TextOnImageProps {
  readonly text: AdvancedText;
  readonly tab: number;
  readonly box: Box;
  readonly scale: number;
  readonly onEnd: (byKey: boolean) => void;
}

/** Text field on top of the image. All typing until the field closes is one undo step. */
function TextOnImage({ text, tab, box, scale, onEnd }: TextOnImageProps) {
  const { t } = useTranslation();
  const tabName = useTabName();
  const words = textDocument.use((state) => shownText(state).text);
  const fontFamily = useFontFace(text.fontFamily, words);
  return (
    <InPlaceText
      label={t('advanced_text_editor.write', { name: tabName(tab) })}
      hint={t('advanced_text_editor.writeEnds')}
      text={text.text}
      box={box}
      rotation={text.rotation}
      scale={scale}
      look={{
        fontPx: pointsToPx(text.fontPt),
        charGapEm: text.charGapEm,
        lineGapEm: text.colGapEm,
        fontFamily,
        bold: text.bold,
        italic: text.italic,
        vertical: text.useVerticalText,
        align: text.align,
        vAlign: text.vAlign,
        color: text.textColor,
        outlineColor: text.outlineTextColor,
        outlineWidthPx: text.outlineTextWidth,
      }}
      onInput={(next) => textDocument.showDraft({ ...text, text: next })}
      onEnd={(written, byKey) => {
        const committed = textDocument.use.getState().items[tab];
        if (committed && written !== undefined && written !== committed.text)
          textDocument.changeTab(tab, { ...committed, text: written });
        else textDocument.showDraft(undefined);
        onEnd(byKey);
      }}
    />
  );
}
