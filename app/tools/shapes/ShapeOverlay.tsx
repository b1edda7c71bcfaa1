import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { clampPoint, createBox } from '#app/ui/editing/box-editing.ts';
import { dragCurvePoint, newCurvePoint } from '#app/ui/editing/curve-editing.ts';
import { pickBox } from '#app/ui/editing/pick.ts';
import type { PlacedBox } from '#app/ui/editing/snapping.ts';
import { boxCenter, wholeBox } from '#core/geometry/box.ts';
import { distance, type Point, rotateAbout, roundPoint, type Size } from '#core/geometry/point.ts';
import { componentBox, isPlaced, withComponentBox } from '#core/shapes/component-box.ts';
import { hasCurvePoints, type ShapeComponent } from '#core/shapes/settings.ts';
import { BoxOverlay } from '../../ui/stage/BoxOverlay.tsx';
import type { StageView } from '../../ui/stage/stage-view.ts';
import { type DraftHandlers, useDraft } from '../../ui/stage/use-draft.ts';
import { CurveOverlay } from './CurveOverlay.tsx';
import type { Components } from './document.ts';

interface ShapeOverlayProps extends DraftHandlers<ShapeComponent> {
  readonly view: StageView;
  readonly size: Size;
  readonly components: Components;
  readonly active: number;
  /** The selected shape before the current drag. `component` includes the drag. */
  readonly committed: ShapeComponent;
  readonly component: ShapeComponent;
  readonly onPick: (tab: number) => void;
}

/** Handles for the selected shape. A click on another shape selects that shape. */
export function ShapeOverlay(props: ShapeOverlayProps) {
  const { component, components, size, active, view, onPick } = props;
  const pick = (at: Point) => {
    const placed = components.map((each) => (each.shape === 'none' ? undefined : placedBox(each, size)));
    const picked = pickBox(placed, at, THIN / view.scale);
    if (picked >= 0 && picked !== active) onPick(picked);
  };
  return hasCurvePoints(component.shape) && component.curveMode !== 'move' ? (
    <CurveOverlay {...props} onClick={pick} />
  ) : (
    <ComponentBoxOverlay {...props} onClick={pick} />
  );
}

/** Maximum distance in CSS pixels at which a click still hits a shape, because a horizontal line has no height. */
const THIN = 6;

function ComponentBoxOverlay({
  view,
  size,
  components,
  active,
  committed,
  component,
  onDraft,
  onCommit,
  onClick,
}: ShapeOverlayProps & { readonly onClick: (at: Point) => void }) {
  const { t } = useTranslation(['app', 'stage']);
  const { show, commit, cancel } = useDraft({ onDraft, onCommit });
  const others = useMemo(
    () =>
      components
        .filter((each, index) => index !== active && each.shape !== 'none')
        .map((each) => placedBox(each, size)),
    [components, active, size],
  );
  const ends = component.shape === 'line' && isPlaced(component) ? seenEnds(component) : undefined;
  return (
    <BoxOverlay
      view={view}
      size={size}
      placed={isPlaced(component) ? placedBox(component, size) : undefined}
      outside={hasCurvePoints(component.shape) || component.mode === 'move' ? 'move' : 'draw'}
      others={others}
      label={t('shape_editor.box')}
      hint={t('stage:boxKeys')}
      ends={ends}
      holds={ends && ((at, reach) => distanceToLine(at, ends) <= reach + component.borderWidth / 2)}
      onClick={onClick}
      onOpen={hasCurvePoints(component.shape) ? () => onCommit({ ...committed, curveMode: 'design' }) : undefined}
      onEnd={(index, to) => show(withEnd(committed, index, to))}
      onDraw={(from, to, keepRatio) => show(drawnComponent(committed, from, to, size, keepRatio))}
      onPlace={({ box, rotation }) => show({ ...withComponentBox(committed, box, size), rotation })}
      onCommit={commit}
      onCancel={cancel}
    />
  );
}

const placedBox = (component: ShapeComponent, size: Size): PlacedBox => ({
  box: componentBox(component, size),
  rotation: component.rotation,
});

function drawnComponent(
  component: ShapeComponent,
  from: Point,
  to: Point,
  size: Size,
  keepRatio: boolean,
): ShapeComponent {
  if (component.shape === 'line') {
    const start = roundPoint(clampPoint(from, size));
    const end = roundPoint(clampPoint(keepRatio ? straightened(from, to) : to, size));
    // Resets the rotation, because the visitor draws both ends of a line where they should appear.
    return { ...component, startPoint: start, endPoint: end, rotation: 0 };
  }
  const box = createBox(from, to, size, keepRatio ? 1 : undefined);
  return { ...component, boundingBox: wholeBox(box, size) };
}

/** Snaps the direction of a line to multiples of 45°. */
function straightened(from: Point, to: Point): Point {
  const angle = (Math.round(Math.atan2(to.y - from.y, to.x - from.x) / (Math.PI / 4)) * Math.PI) / 4;
  const length = (to.x - from.x) * Math.cos(angle) + (to.y - from.y) * Math.sin(angle);
  return { x: from.x + length * Math.cos(angle), y: from.y + length * Math.sin(angle) };
}

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
