import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { type PlacedBox, pickBox } from '#app/ui/editing/snapping.ts';
import type { Size } from '#core/geometry/point.ts';
import { clampNumber } from '#core/parameters/parse.ts';
import type { TextWork } from '#core/text/write.ts';
import { BoxOverlay } from '../../ui/stage/BoxOverlay.tsx';
import type { StageView } from '../../ui/stage/stage-view.ts';
import { useDraft } from '../../ui/stage/use-draft.ts';
import { textPainter } from '../../workers/text-painter-client.ts';
import { type PageText, pageParts, type TextPage } from './text-page.ts';
import type { TextPageKind } from './text-page-kind.ts';
import { typedSource } from './typed-source.ts';

interface TextPageOverlayProps {
  readonly kind: TextPageKind;
  readonly page: TextPage;
  readonly work: TextWork;
  readonly size: Size;
  readonly view: StageView;
}

/** Moves the main text or author by pointer and arrow keys. A click puts the caret of the text's field there. */
export function TextPageOverlay({ kind, page, work, size, view }: TextPageOverlayProps) {
  const { t } = useTranslation(['app', 'stage']);
  const active = kind.document.use((state) => state.active);
  const parts = kind.document.use((state) => state.items);
  const reports = kind.useReports((store) => store.reports);
  const { show, commit, cancel } = useDraft<PageText>({
    onDraft: (moved) => kind.document.showDraft(moved),
    onCommit: (moved) => kind.document.changeActive(moved, 'offset'),
  });
  const boxes = pageParts.map((_, tab): PlacedBox | undefined => {
    const bounds = reports[tab]?.bounds;
    if (!bounds || !parts[tab]?.text.trim() || bounds.width === 0 || bounds.height === 0) return undefined;
    const { left, top, width, height } = bounds;
    return { box: { left, top, right: left + width, bottom: top + height }, rotation: 0 };
  });
  const held = boxes[active];
  const own = parts[active];
  const { offsetXPct: fieldX, offsetYPct: fieldY } = kind.fields[pageParts[active] ?? 'main'];
  // biome-ignore lint/a11y/noStaticElementInteractions: keys reach the text field itself
  // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the text field itself
  if (boxes.every((box) => box === undefined)) return <div className="paper-layer" onClick={kind.type} />;
  return (
    <BoxOverlay
      view={view}
      size={size}
      placed={undefined}
      undrawn={held}
      outside="nothing"
      free
      canTurn={false}
      others={boxes.filter((box, tab): box is PlacedBox => box !== undefined && tab !== active)}
      label={t('stage:textPage.hold')}
      hint={t('stage:textPage.moveKeys')}
      onPlace={({ box }) => {
        if (!held || !own) return;
        const { style } = own;
        const percent = (pixels: number, side: number) => (100 * pixels) / side;
        const offsetXPct = style.offsetXPct + percent(box.left - held.box.left, size.width);
        const offsetYPct = style.offsetYPct + percent(box.top - held.box.top, size.height);
        const moved = {
          offsetXPct: clampNumber(fieldX, offsetXPct),
          offsetYPct: clampNumber(fieldY, offsetYPct),
        };
        show({ ...own, style: { ...style, ...moved } });
      }}
      onCommit={commit}
      onCancel={cancel}
      onClick={(at) => {
        const picked = pickBox(boxes, at);
        if (picked >= 0 && picked !== active) flushSync(() => kind.document.openTab(picked));
        kind.type();
        const field = kind.field.current;
        if (picked < 0 || !field) return;
        void textPainter.sourceOffsetAt(work, size, typedSource(page, picked, field.value), at).then(
          (offset) => field.setSelectionRange(offset, offset),
          () => undefined,
        );
      }}
    />
  );
}
