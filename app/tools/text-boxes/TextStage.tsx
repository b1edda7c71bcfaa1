import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { boxAroundText } from '#app/tools/text-boxes/text-bounds.ts';
import { createBox } from '#app/ui/editing/box-editing.ts';
import { type PlacedBox, pickBox } from '#app/ui/editing/snapping.ts';
import { type Box, hasArea, isUnsetBox, wholeBox } from '#core/geometry/box.ts';
import type { Point, Size } from '#core/geometry/point.ts';
import { clampNumber } from '#core/parameters/parse.ts';
import { textBox } from '#core/text/compose.ts';
import { type AdvancedText, advancedText, pointsToPx } from '#core/text/settings.ts';
import { useRowParameters } from '../../batch/use-rows.ts';
import { shownItem, useShownItems } from '../../image-tool/drawn-state.ts';
import { ObjectOverlay } from '../../image-tool/ObjectOverlay.tsx';
import { fontReferences, usableWork, useOwnFonts } from '../../ui/fonts/own-fonts.ts';
import { useFontFace } from '../../ui/fonts/use-font-face.ts';
import { InPlaceText } from '../../ui/stage/InPlaceText.tsx';
import type { StageView } from '../../ui/stage/stage-view.ts';
import { TextCanvas } from '../../ui/stage/TextCanvas.tsx';
import { useTypingStart } from '../../ui/stage/typing.ts';
import { begin, isDrawn, nextText, type Texts, textDocument, useDrawableTexts, useTabName } from './drawn-texts.ts';
import { rowBase } from './export.ts';
import { showReports, useTextReports } from './reports.ts';

const PaperText = lazy(() => import('../../ui/stage/PaperText.tsx'));

interface TextStageProps {
  /** True if there are no texts, on a blank background or an image. */
  readonly isEmpty: boolean;
  /** True if there are no texts and no image. */
  readonly isPaper: boolean;
  readonly size: Size;
  readonly view: StageView;
}

export function TextStage({ isEmpty, isPaper, size, view }: TextStageProps) {
  const active = textDocument.use((state) => state.active);
  // Index of the tab whose text is being edited on the image.
  const [written, setWritten] = useState<number>();
  const shown = useShownItems(textDocument.use);
  const type = useCallback(() => flushSync(() => setWritten(textDocument.use.getState().active)), []);
  useTypingStart(isPaper ? type : undefined);
  const base = () => rowBase(shown, fontReferences);
  const row = useRowParameters('advanced_text_editor', base, JSON.stringify(shown)) as { texts: Texts } | undefined;
  const texts = useWithout(written, useDrawableTexts(row?.texts ?? shown));
  const fonts = useOwnFonts((state) => state.fonts);
  const notation = textDocument.use((state) => state.notation);
  const work = useMemo(() => usableWork({ kind: 'texts', texts, notation }, fonts), [texts, fonts, notation]);
  return (
    <>
      <TextCanvas work={work} size={size} view={view} onReport={showReports} />
      {isPaper && written === undefined && <Sample size={size} view={view} />}
      <TextBoxOverlay key={active} {...{ isEmpty, size, view }} writes={written === active} onWrite={setWritten} />
    </>
  );
}

/** Pale words and a caret, where typed words will be. */
function Sample({ size, view }: Pick<TextStageProps, 'size' | 'view'>) {
  const { t } = useTranslation();
  const own = textDocument.use((state) => state.items[state.active]) as AdvancedText;
  const source = t('horizontal_editor.sample.main');
  const text = begin({ ...own, text: source });
  const work = { kind: 'texts', texts: [text] } as const;
  return (
    <Suspense>
      <PaperText
        work={work}
        source={{ index: 0, source, lineGapEm: text.colGapEm, hasRuby: true }}
        at={0}
        placeholder={work}
        size={size}
        view={view}
      />
    </Suspense>
  );
}

/** Hides the painted copy of a text that is being edited on the image, because a text field covers the same place. */
function useWithout(written: number | undefined, texts: Texts): Texts {
  return useMemo(() => {
    const text = written === undefined ? undefined : texts[written];
    return written === undefined || !text ? texts : texts.with(written, { ...text, text: '' });
  }, [written, texts]);
}

interface TextBoxOverlayProps extends Omit<TextStageProps, 'isPaper'> {
  readonly writes: boolean;
  readonly onWrite: (tab: number | undefined) => void;
}

/** Handles of the open text. A drag outside the text draws another text; a double-click edits the text on the image. */
function TextBoxOverlay({ isEmpty, size, view, writes, onWrite }: TextBoxOverlayProps) {
  const { t } = useTranslation(['app', 'stage']);
  const active = textDocument.use((state) => state.active);
  const texts = textDocument.use((state) => state.items);
  const shown = textDocument.use(shownItem);
  const reports = useTextReports((state) => state.reports);
  const committed = texts[active] as AdvancedText;
  const layer = useRef<HTMLDivElement>(null);
  /** Returns a text's box or, until the visitor draws a box, a box around the painted glyphs. */
  const held = (text: AdvancedText, tab: number): PlacedBox | undefined => {
    if (!isUnsetBox(text.boundingBox)) return placedBox(text, size);
    const bounds = reports[tab]?.bounds;
    const box = bounds && text.text.trim() !== '' ? boxAroundText(text, bounds, size) : undefined;
    return box && { box, rotation: text.rotation };
  };
  const seen = (text: AdvancedText, tab: number) =>
    text.drawBox || text.fillBox ? placedBox(text, size) : held(text, tab);
  const places = texts.map((text, tab) => (isDrawn(text) ? seen(text, tab) : undefined));
  const write = (at: Point | undefined) => {
    // A double-click outside the open text edits the open text only if the open text is empty.
    if (!at || !isDrawn(committed) || pickBox(places, at) === active) onWrite(active);
  };
  return (
    <>
      <ObjectOverlay
        document={textDocument}
        layerRef={layer}
        view={view}
        size={size}
        placed={held(shown, active)}
        places={places}
        movesOutside={shown.mode === 'move'}
        next={nextText({ items: texts, active })}
        label={t('advanced_text_editor.box')}
        hint={`${t('stage:textBoxKeys')} ${t('advanced_text_editor.writeKeys')}`}
        draw={(text, from, to, keepRatio) => {
          const box = createBox(from, to, size, keepRatio ? 1 : undefined);
          return hasArea(box) ? { ...text, boundingBox: wholeBox(box, size) } : undefined;
        }}
        scalesContent
        place={(text, { box, rotation }, scale = 1) => ({
          ...text,
          boundingBox: wholeBox(box, size),
          rotation,
          fontPt: scaledPoints(text.fontPt, scale),
        })}
        onCommit={(changed, isNew) => {
          textDocument.put(changed);
          // A box without words would be invisible.
          if (isNew && changed.item.text.trim() === '') onWrite(changed.tab);
        }}
        onOpen={write}
        onClick={isEmpty ? () => onWrite(active) : undefined}
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

function scaledPoints(points: number, scale: number): number {
  const { fontPt } = advancedText;
  return scale === 1 ? points : clampNumber(fontPt, Math.round((points * scale) / fontPt.step) * fontPt.step);
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
  const shown = textDocument.use(shownItem);
  const look = shown.text.trim() === '' ? begin(text) : shown;
  const fontFamily = useFontFace(look.fontFamily, shown.text);
  return (
    <InPlaceText
      label={t('advanced_text_editor.write', { name: tabName(tab) })}
      hint={t('advanced_text_editor.writeEnds')}
      text={text.text}
      box={box}
      rotation={text.rotation}
      scale={scale}
      look={{
        fontPx: pointsToPx(look.fontPt),
        charGapEm: look.charGapEm,
        lineGapEm: look.colGapEm,
        fontFamily,
        bold: look.bold,
        italic: look.italic,
        vertical: look.useVerticalText,
        align: look.align,
        vAlign: look.vAlign,
        color: look.textColor,
        outlineColor: look.outlineTextColor,
        outlineWidthPx: look.outlineTextWidth,
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
