import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { createBox } from '#app/ui/editing/box-editing.ts';
import { type PlacedBox, pickBox } from '#app/ui/editing/snapping.ts';
import { hasArea, wholeBox } from '#core/geometry/box.ts';
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
import {
  begin,
  boxOfText,
  isDrawn,
  nextText,
  type Texts,
  textDocument,
  useDrawableTexts,
  useTabName,
  type Writing,
  withWords,
} from './drawn-texts.ts';
import { rowBase } from './export.ts';
import { showReports, useTextReports } from './reports.ts';

const PaperText = lazy(() => import('../../ui/stage/PaperText.tsx'));

interface TextStageProps {
  /** True if there are no texts and no image. */
  readonly isPaper: boolean;
  readonly size: Size;
  readonly view: StageView;
}

export function TextStage({ isPaper, size, view }: TextStageProps) {
  const active = textDocument.use((state) => state.active);
  const [writing, setWriting] = useState<Writing>();
  const shown = useShownItems(textDocument.use);
  const type = useCallback(() => flushSync(() => setWriting({ tab: textDocument.use.getState().active })), []);
  useTypingStart(isPaper ? type : undefined);
  const base = () => rowBase(shown, fontReferences);
  const row = useRowParameters('advanced_text_editor', base, JSON.stringify(shown)) as { texts: Texts } | undefined;
  const texts = useWithout(writing?.tab, useDrawableTexts(row?.texts ?? shown));
  const fonts = useOwnFonts((state) => state.fonts);
  const notation = textDocument.use((state) => state.notation);
  const work = useMemo(() => usableWork({ kind: 'texts', texts, notation }, fonts), [texts, fonts, notation]);
  return (
    <>
      <TextCanvas work={work} size={size} view={view} onReport={showReports} />
      {isPaper && !writing && <Sample size={size} view={view} />}
      <TextBoxOverlay
        key={active}
        {...{ isPaper, size, view }}
        writing={writing?.tab === active ? writing : undefined}
        onWrite={setWriting}
      />
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

interface TextBoxOverlayProps extends TextStageProps {
  readonly writing: Writing | undefined;
  readonly onWrite: (writing: Writing | undefined) => void;
}

/**
 * Handles of the open text. A drag outside the text draws another text, and a double-click adds another text there. A
 * double-click on the text edits it on the image.
 */
function TextBoxOverlay({ isPaper, size, view, writing, onWrite }: TextBoxOverlayProps) {
  const { t } = useTranslation(['app', 'stage']);
  const active = textDocument.use((state) => state.active);
  const texts = textDocument.use((state) => state.items);
  const shown = textDocument.use(shownItem);
  const reports = useTextReports((state) => state.reports);
  const committed = texts[active] as AdvancedText;
  const layer = useRef<HTMLDivElement>(null);
  const held = (text: AdvancedText, tab: number): PlacedBox | undefined => {
    const box = boxOfText(text, reports[tab]?.bounds, size);
    return box && { box, rotation: text.rotation };
  };
  const seen = (text: AdvancedText, tab: number) =>
    text.drawBox || text.fillBox ? placedBox(text, size) : held(text, tab);
  const places = texts.map((text, tab) => (isDrawn(text) ? seen(text, tab) : undefined));
  const next = nextText({ items: texts, active });
  const write = (tab = active) => onWrite({ tab });
  const open = (at: Point | undefined) => {
    if (!at || isPaper || (isDrawn(committed) && pickBox(places, at) === active)) write();
    else add(at);
  };
  const add = (at: Point) => {
    if (!next || pickBox(places, at) >= 0) return;
    textDocument.openTab(next.tab);
    onWrite({ tab: next.tab, start: { base: next.item, at } });
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
        next={next}
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
          if (isNew && changed.item.text.trim() === '') write(changed.tab);
        }}
        onOpen={open}
        onFree={isPaper ? () => write() : isDrawn(committed) ? undefined : add}
      />
      {writing && (
        <TextOnImage
          writing={writing}
          size={size}
          scale={view.scale}
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
  readonly writing: Writing;
  readonly size: Size;
  readonly scale: number;
  readonly onEnd: (byKey: boolean) => void;
}

/** Text field on top of the image. All typing until the field closes is one undo step. */
function TextOnImage({ writing, size, scale, onEnd }: TextOnImageProps) {
  const { t } = useTranslation();
  const tabName = useTabName();
  const { tab } = writing;
  const text = textDocument.use((state) => state.items[tab]?.text ?? '');
  const shown = textDocument.use(shownItem);
  const look = shown.text.trim() === '' ? begin(withWords(writing, '', size)) : shown;
  const fontFamily = useFontFace(look.fontFamily, shown.text);
  return (
    <InPlaceText
      label={t('advanced_text_editor.write', { name: tabName(tab) })}
      hint={t('advanced_text_editor.writeEnds')}
      text={text}
      box={textBox(look.boundingBox, size)}
      rotation={look.rotation}
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
      onInput={(next) => textDocument.showDraft(withWords(writing, next, size), tab)}
      onEnd={(written, byKey) => {
        if (written !== undefined && written !== text) textDocument.changeTab(tab, withWords(writing, written, size));
        else textDocument.showDraft(undefined);
        onEnd(byKey);
      }}
    />
  );
}
