import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { drawnShape, shapeAt, type Verb } from '#app/tools/shapes/verbs.ts';
import { dragCurvePoint, newCurvePoint } from '#app/ui/editing/curve-editing.ts';
import { pickBox } from '#app/ui/editing/pick.ts';
import type { PlacedBox } from '#app/ui/editing/snapping.ts';
import { boxCenter, wholeImage } from '#core/geometry/box.ts';
import { distance, type Point, rotateAbout, type Size } from '#core/geometry/point.ts';
import { componentBox, isPlaced, withComponentBox } from '#core/shapes/component-box.ts';
import { hasCurvePoints, type ShapeComponent } from '#core/shapes/settings.ts';
import { BoxOverlay } from '../../ui/stage/BoxOverlay.tsx';
import type { StageView } from '../../ui/stage/stage-view.ts';
import { type DraftHandlers, useDraft } from '../../ui/stage/use-draft.ts';
import { CurveOverlay } from './CurveOverlay.tsx';
import type { Components } from './document.ts';

/** A shape during a drag, and the tab that it goes to. */
export interface ShapeDraft {
  readonly tab: number;
  readonly item: ShapeComponent;
}

interface ShapeOverlayProps extends DraftHandlers<ShapeDraft> {
  readonly view: StageView;
  readonly size: Size;
  readonly components: Components;
  readonly active: number;
  readonly verb: Verb;
  /** The selected shape before the current drag. */
  readonly committed: ShapeComponent;
  /** The shape that the current drag changes or adds; `committed` without a drag. */
  readonly component: ShapeComponent;
  /** The shape that a drag outside the selection draws, without its place; undefined if all tabs are taken. */
  readonly next: ShapeDraft | undefined;
  readonly onPick: (tab: number) => void;
}

/** Handles for the selected shape. A click on another shape selects it; a drag outside the selection adds a shape. */
export function ShapeOverlay(props: ShapeOverlayProps) {
  const { component, components, size, active, view, verb, onPick, onDraft, onCommit } = props;
  const pick = (at: Point) => {
    const placed = components.map((each) => (each.shape === 'none' ? undefined : placedBox(each, size)));
    const picked = pickBox(placed, at, THIN / view.scale);
    if (picked >= 0 && picked !== active) onPick(picked);
  };
  if (verb !== 'select' || !hasCurvePoints(component.shape) || component.curveMode === 'move')
    return <ComponentBoxOverlay {...props} onClick={pick} />;
  const own = (item: ShapeComponent): ShapeDraft => ({ tab: active, item });
  return (
    <CurveOverlay
      {...props}
      onClick={pick}
      onDraft={(item) => onDraft(item && own(item))}
      onCommit={(item) => onCommit(own(item))}
    />
  );
}

/** Maximum distance in CSS pixels at which a click still hits a shape, because a horizontal line has no height. */
const THIN = 6;

function ComponentBoxOverlay({
  view,
  size,
  components,
  active,
  verb,
  committed,
  component,
  next,
  onDraft,
  onCommit,
  onClick,
}: ShapeOverlayProps & { readonly onClick: (at: Point) => void }) {
  const { t } = useTranslation(['app', 'stage']);
  const layer = useRef<HTMLDivElement>(null);
  const draft = useDraft({ onDraft, onCommit });
  const others = useMemo(
    () =>
      components
        .filter((each, index) => index !== active && each.shape !== 'none')
        .map((each) => placedBox(each, size)),
    [components, active, size],
  );
  const adds = verb !== 'select';
  // While a verb is chosen, a drag on the selected shape adds a shape too.
  const isShown = isPlaced(component) && (!adds || component !== committed);
  const ends = isShown && component.shape === 'line' ? seenEnds(component) : undefined;
  const show = (item: ShapeComponent) => draft.show({ tab: active, item });
  const addAt = (at: Point) => next && onCommit({ ...next, item: shapeAt(next.item, at, size) });
  const opens = !adds && hasCurvePoints(component.shape);
  useEffect(() => {
    if (adds) layer.current?.focus({ preventScroll: true });
  }, [adds]);
  return (
    <BoxOverlay
      layerRef={layer}
      view={view}
      size={size}
      placed={isShown ? placedBox(component, size) : undefined}
      outside={outsideOf(component, adds, next)}
      others={others}
      label={t('shape_editor.box')}
      hint={t(adds ? 'stage:verbs.keys' : 'stage:boxKeys')}
      ends={ends}
      holds={ends && ((at, reach) => distanceToLine(at, ends) <= reach + component.borderWidth / 2)}
      onClick={adds ? addAt : onClick}
      onOpen={
        adds
          ? (at) => addAt(at ?? boxCenter(wholeImage(size)))
          : opens
            ? () => onCommit({ tab: active, item: { ...committed, curveMode: 'design' } })
            : undefined
      }
      onEnd={(index, to) => show(withEnd(committed, index, to))}
      onDraw={(from, to, keepRatio) =>
        next && draft.show({ ...next, item: drawnShape(next.item, from, to, size, keepRatio) })
      }
      onPlace={({ box, rotation }) => show({ ...withComponentBox(committed, box, size), rotation })}
      onCommit={draft.commit}
      onCancel={draft.cancel}
    />
  );
}

function outsideOf({ shape, mode }: ShapeComponent, adds: boolean, next: ShapeDraft | undefined) {
  if (!adds && (hasCurvePoints(shape) || mode === 'move')) return 'move';
  return next ? 'draw' : 'nothing';
}

const placedBox = (component: ShapeComponent, size: Size): PlacedBox => ({
  box: componentBox(component, size),
  rotation: component.rotation,
});

function seenEnds({ startPoint, endPoint, rotation }: ShapeComponent): readonly Point[] {
  const center = boxCenter({ left: startPoint.x, top: startPoint.y, right: endPoint.x, bottom: endPoint.y });
  return [startPoint, endPoint].map((point) => rotateAbout(point, center, rotation));
}

function distanceToLine(point: Point, [from, to]: readonly Point[]): number {
  if (!from || !to) return Number.POSITIVE_INFINITY;
  const length = distance(from, to);
  const along =
    length === 0 ? 0 : ((point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)) / length ** 2;
  const share = Math.min(1, Math.max(0, along));
  return distance(point, { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) });
}

/** Moves one end of a rotated line. The other end keeps its place on the screen. */
function withEnd(line: ShapeComponent, index: number, to: Point): ShapeComponent {
  const [start, end] = dragCurvePoint([line.startPoint, line.endPoint].map(newCurvePoint), index, to, line.rotation);
  if (!start || !end) return line;
  return { ...line, startPoint: { x: start.x, y: start.y }, endPoint: { x: end.x, y: end.y } };
}
