import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { boxAroundText } from '#app/tools/text-boxes/text-bounds.ts';
import { createBox } from '#app/ui/editing/box-editing.ts';
import { pickBox } from '#app/ui/editing/pick.ts';
import type { PlacedBox } from '#app/ui/editing/snapping.ts';
import { hasArea, isUnsetBox, wholeBox } from '#core/geometry/box.ts';
import type { Point, Size } from '#core/geometry/point.ts';
import { textBox } from '#core/text/compose.ts';
import type { AdvancedText } from '#core/text/settings.ts';
import { BoxOverlay } from '../../ui/stage/BoxOverlay.tsx';
import type { StageView } from '../../ui/stage/stage-view.ts';
import { useDraft } from '../../ui/stage/use-draft.ts';
import { isDrawn, shownText, textDocument } from './document.ts';
import { useTextReports } from './reports.ts';
import { TextOnImage } from './TextOnImage.tsx';

interface TextBoxOverlayProps {
  readonly size: Size;
  readonly view: StageView;
  readonly writes: boolean;
  readonly onWrite: (tab: number | undefined) => void;
}

/** Handles of the open text. A click opens another text; a double-click edits the text on the image. */
export function TextBoxOverlay({ size, view, writes, onWrite }: TextBoxOverlayProps) {
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
