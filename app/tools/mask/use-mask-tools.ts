import { useMemo, useState } from 'react';
import type { Size } from '#core/geometry/point.ts';
import { DEFAULT_MASK_SIZE } from '#core/image/make-mask.ts';
import type { StrokePoint } from '#core/image/mask/stroke-path.ts';
import type { Pen } from '#core/image/mask/strokes.ts';
import { makeMask } from '#core/operations/make-mask.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import { useToolSettings } from '../../storage/settings.ts';
import type { MaskWork } from './document.ts';
import { useDoubt } from './MaskCoach.tsx';
import type { MaskDisplay } from './MaskSurface.tsx';
import { maskWorker } from './mask-client.ts';
import { maskScreen } from './mask-screen-work.ts';
import { isHint, packPoints, paintedBy, penFields, roundPoint } from './mask-strokes.ts';
import { isSelectionTool, type MaskTool, useMaskToolSettings } from './mask-tool-settings.ts';
import { type Gesture, type SelectionDraft, startSelection } from './selection-gesture.ts';

/** Returns the default pen. Masks larger than the default size get a proportionally wider pen. */
const initialPen = (size: Size = DEFAULT_MASK_SIZE): Pen => {
  const growth = Math.max(size.width, size.height) / Math.max(DEFAULT_MASK_SIZE.width, DEFAULT_MASK_SIZE.height);
  return {
    tool: 'pen',
    gray: penFields.gray.default,
    widthPx: Math.min(penFields.widthPx.max, Math.round(penFields.widthPx.default * Math.max(1, growth))),
    feather: penFields.feather.default,
  };
};

const restorePen = (stored: object): Partial<Pen> =>
  Object.fromEntries(Object.entries(restoreValues(penFields, stored)).filter(([name]) => Object.hasOwn(stored, name)));

/** Returns the tool in use. Replaces a selected tool that needs a photo or a subject, if the mask has none. */
function activeTool(chosen: MaskTool | undefined, hasPhoto: boolean, hasSubject: boolean): MaskTool {
  const tool = chosen ?? (hasPhoto ? 'subject' : 'pen');
  const needsSubject = tool === 'keep' || tool === 'hide';
  if (needsSubject && !hasSubject) return hasPhoto ? 'subject' : 'pen';
  return (tool === 'subject' || tool === 'wand') && !hasPhoto ? 'pen' : tool;
}

/**
 * Hides the mask before the first selection on a photo. Shows removed parts pale for every tool that retouches the
 * mask, and the result itself for the Subject tool.
 */
function maskDisplay(
  view: 'mask' | 'cutOut',
  isUntouched: boolean,
  isDoubtful: boolean,
  active: MaskTool,
): MaskDisplay {
  if (isUntouched) return 'none';
  if (view === 'cutOut' && isDoubtful) return 'dim';
  return view === 'cutOut' && active !== 'subject' ? 'faint' : view;
}

export function useMaskTools(toolName: string, { start, base, actions }: MaskWork) {
  const [toolSettings, setToolSettings] = useMaskToolSettings(toolName);
  const [storedPen, storePen] = useToolSettings<Pen>(toolName, 'pen', initialPen(start), restorePen);
  const painted = useMemo(() => paintedBy(actions), [actions]);
  const hasPhoto = base !== undefined;
  const hasSubject = painted.selections.some(({ kind }) => kind === 'subject');
  const active = activeTool(toolSettings.tool, hasPhoto, hasSubject);
  const pen: Pen = { ...storedPen, tool: active === 'eraser' ? active : 'pen' };
  /** Changes the pen's settings and selects `tool`. Without `tool`, selects the pen if a selection tool is active. */
  const setPen = ({ tool, ...change }: Partial<Pen>) => {
    if (Object.keys(change).length > 0) storePen(change);
    if (tool) setToolSettings({ tool });
    else if (isSelectionTool(active)) setToolSettings({ tool: 'pen' });
  };
  const [draft, setDraft] = useState<SelectionDraft>();
  const begin = ({ shiftKey, altKey }: Pick<KeyboardEvent, 'shiftKey' | 'altKey'>): Gesture => {
    if (active === 'keep' || active === 'hide')
      return new LiveStroke({ tool: active, gray: active === 'keep' ? 255 : 0, widthPx: pen.widthPx, feather: 0 });
    if (!isSelectionTool(active) || !start) return new LiveStroke(pen);
    const byKeys = shiftKey ? (altKey ? 'intersect' : 'add') : altKey ? 'subtract' : toolSettings.combine;
    const { tolerance, contiguous } = toolSettings;
    return startSelection({
      kind: active,
      combine: byKeys,
      tolerance,
      contiguous,
      size: start,
      onDraft: setDraft,
    });
  };
  const isBlank = start !== undefined && !start.image && actions.length === 0;
  const hasSelection = painted.selections.length > 0;
  const view = hasPhoto ? (toolSettings.view ?? (hasSelection ? 'cutOut' : 'mask')) : 'mask';
  const isDoubtful = useDoubt() !== undefined;
  const look = maskDisplay(view, isBlank && hasPhoto && isSelectionTool(active), isDoubtful, active);
  return {
    toolSettings,
    setToolSettings,
    pen,
    setPen,
    painted,
    hasPhoto,
    hasSubject,
    active,
    begin,
    draft,
    view,
    look,
    isUntouched: isBlank && hasPhoto,
  };
}

const MAX_POINTS = makeMask.params.strokes.item.fields.points.maxItems;

/** Minimum distance between points, as a fraction of the pen's width. */
const SPACING = 1 / 64;

const { document, pixels } = maskScreen;

/** A stroke in progress. The worker paints its points as fast as it can, and nothing else until the stroke ends. */
export class LiveStroke {
  private readonly points: Required<StrokePoint>[] = [];
  private sent = 0;
  private isOver = false;
  /** The document before and after the stroke; undefined for a discarded stroke. */
  private recorded: { readonly before: MaskWork; readonly after: MaskWork } | undefined;
  private wake = () => {};
  private readonly painted: Promise<void>;

  constructor(private readonly pen: Pen) {
    this.painted = pixels.enqueue(() => this.paint());
  }

  add(points: readonly StrokePoint[]): void {
    const spacing = Math.max(0.25, this.pen.widthPx * SPACING);
    for (const point of points.map(roundPoint)) {
      const last = this.points.at(-1);
      if (last && Math.hypot(point.x - last.x, point.y - last.y) < spacing) continue;
      if (this.points.length < MAX_POINTS) this.points.push(point);
    }
    this.wake();
  }

  private async paint(): Promise<void> {
    try {
      await maskWorker.begin(this.pen);
      const { generation } = maskWorker;
      for (;;) {
        if (this.sent < this.points.length) pixels.drawPatch(await maskWorker.extend(this.unsent()));
        else if (this.isOver) break;
        else
          await new Promise<void>((wake) => {
            this.wake = wake;
          });
      }
      const { recorded } = this;
      const isKept = recorded !== undefined && generation === maskWorker.generation && pixels.shows(recorded.before);
      pixels.drawPatch(await (isKept ? maskWorker.end() : maskWorker.abandon()));
      if (isKept) pixels.hold(recorded.after);
      if (generation !== maskWorker.generation) pixels.redraw();
    } catch {
      // The worker has stopped. It starts with the mask before the stroke, and the document's view follows.
      pixels.redraw();
    }
  }

  private unsent(): readonly number[] {
    const packed = packPoints(this.points.slice(this.sent));
    this.sent = this.points.length;
    return packed;
  }

  /** Records the stroke in the document at once. A hint about the subject recomputes the mask instead. */
  async finish(): Promise<void> {
    const stroke = { ...this.pen, points: packPoints(this.points) };
    if (isHint(this.pen)) {
      // The new mask is asked for at once, so that a download in the same moment waits for it.
      await Promise.all([this.abandon(), maskScreen.refine(stroke)]);
      return;
    }
    const before = document.present();
    maskScreen.paintStroke(stroke);
    this.recorded = { before, after: document.present() };
    await this.end();
  }

  /** Discards the stroke, for example when a second finger starts a pinch. */
  abandon = (): Promise<void> => this.end();

  private end(): Promise<void> {
    this.isOver = true;
    this.wake();
    return this.painted;
  }
}
