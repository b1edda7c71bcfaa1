import { useEffect, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { drawnShape, isFreehand, shapeAt, type Verb, withStroke } from '#app/tools/shapes/verbs.ts';
import { dragCurvePoint, newCurvePoint } from '#app/ui/editing/curve-editing.ts';
import { type PlacedBox, pickBox } from '#app/ui/editing/snapping.ts';
import { boxCenter, wholeImage } from '#core/geometry/box.ts';
import { type Point, rotateAbout, type Size } from '#core/geometry/point.ts';
import { componentBox, isPlaced, withComponentBox } from '#core/shapes/component-box.ts';
import { distanceToSegment } from '#core/shapes/freehand.ts';
import { hasCurvePoints, type ShapeComponent, takesText } from '#core/shapes/settings.ts';
import type { InTab } from '../../image-tool/drawn-state.ts';
import { ObjectOverlay } from '../../image-tool/ObjectOverlay.tsx';
import type { StageView } from '../../ui/stage/stage-view.ts';
import { CurveOverlay } from './CurveOverlay.tsx';
import { type Components, shapeDocument } from './drawn-shapes.ts';
import { ShapeTextField } from './ShapeTextField.tsx';

interface ShapeOverlayProps {
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
  readonly next: InTab<ShapeComponent> | undefined;
  readonly onCommit: (drawn: InTab<ShapeComponent>) => void;
  /** True while the visitor types the text of the selected shape. */
  readonly writes: boolean;
  readonly onWrite: (writes: boolean) => void;
}

/** Maximum distance in CSS pixels at which a click still hits a shape, because a horizontal line has no height. */
const THIN = 6;

/** Maximum distance in CSS pixels between a smoothed stroke and the hand. */
const STROKE_TOLERANCE = 1;

/** Handles for the selected shape. */
export function ShapeOverlay(props: ShapeOverlayProps) {
  const { component, components, size, active, view, verb, onCommit } = props;
  const places = useMemo(
    () => components.map((each) => (each.shape === 'none' ? undefined : placedBox(each, size))),
    [components, size],
  );
  if (verb !== 'select' || !hasCurvePoints(component.shape) || component.curveMode === 'move')
    return <ShapeBoxOverlay {...props} places={places} />;
  return (
    <CurveOverlay
      {...props}
      onClick={(at) => {
        const picked = pickBox(places, at, THIN / view.scale);
        if (picked >= 0 && picked !== active) shapeDocument.openTab(picked);
      }}
      onDraft={(item) => shapeDocument.showDraft(item)}
      onCommit={(item) => onCommit({ tab: active, item })}
    />
  );
}

function ShapeBoxOverlay({
  view,
  size,
  active,
  verb,
  committed,
  component,
  next,
  places,
  onCommit,
  writes,
  onWrite,
}: ShapeOverlayProps & { readonly places: readonly (PlacedBox | undefined)[] }) {
  const { t } = useTranslation(['app', 'stage']);
  const layer = useRef<HTMLDivElement>(null);
  const trail = useRef<Point[]>([]);
  const adds = verb !== 'select';
  const isCurve = hasCurvePoints(component.shape);
  // While a verb is chosen, a drag on the selected shape adds a shape too.
  const isShown = isPlaced(component) && (!adds || (component !== committed && !isFreehand(verb)));
  const ends = isShown && component.shape === 'line' ? seenEnds(component) : undefined;
  const addAt = (at: Point) => next && onCommit({ ...next, item: shapeAt(next.item, at, size) });
  const canWrite = !adds && isPlaced(committed) && takesText(committed.shape);
  const write = (at: Point | undefined) => {
    if (!at || pickBox(places, at) === active) onWrite(true);
  };
  const design = () => onCommit({ tab: active, item: { ...committed, curveMode: 'design' } });
  useEffect(() => {
    if (adds) layer.current?.focus({ preventScroll: true });
  }, [adds]);
  const onOpen = canWrite ? write : isCurve ? design : undefined;
  return (
    <>
      <ObjectOverlay
        document={shapeDocument}
        layerRef={layer}
        view={view}
        size={size}
        placed={isShown ? placedBox(component, size) : undefined}
        places={places}
        tolerance={THIN / view.scale}
        movesOutside={!adds && (isCurve || component.mode === 'move')}
        next={next}
        label={t('shape_editor.box')}
        hint={`${t(adds ? 'stage:verbs.keys' : 'stage:boxKeys')} ${canWrite ? t('stage:shapeText.keys') : ''}`.trim()}
        ends={ends}
        holds={ends && ((at, reach) => distanceToSegment(at, ...ends) <= reach + component.borderWidth / 2)}
        draw={(item, from, to, keepRatio) => {
          if (!isFreehand(verb)) return drawnShape(item, from, to, size, keepRatio);
          // Each drag has a starting point of its own.
          if (trail.current[0] !== from) trail.current = [from];
          trail.current.push(to);
          return withStroke(item, trail.current, size, STROKE_TOLERANCE / view.scale);
        }}
        place={(item, { box, rotation }) => ({ ...withComponentBox(item, box, size), rotation })}
        moveEnd={withEnd}
        onClick={adds ? (at) => !isFreehand(verb) && addAt(at) : undefined}
        onOpen={adds ? (at) => !at && addAt(boxCenter(wholeImage(size))) : onOpen}
        onType={canWrite ? () => flushSync(() => onWrite(true)) : undefined}
        onCommit={onCommit}
      />
      {writes && canWrite && (
        <ShapeTextField
          tab={active}
          committed={committed}
          shown={component}
          size={size}
          scale={view.scale}
          onEnd={(byKey) => {
            onWrite(false);
            if (byKey) layer.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </>
  );
}

const placedBox = (component: ShapeComponent, size: Size): PlacedBox => ({
  box: componentBox(component, size),
  rotation: component.rotation,
});

function seenEnds({ startPoint, endPoint, rotation }: ShapeComponent): readonly [Point, Point] {
  const center = boxCenter({ left: startPoint.x, top: startPoint.y, right: endPoint.x, bottom: endPoint.y });
  return [rotateAbout(startPoint, center, rotation), rotateAbout(endPoint, center, rotation)];
}

/** Moves one end of a rotated line. The other end keeps its place on the screen. */
function withEnd(line: ShapeComponent, index: number, to: Point): ShapeComponent {
  const [start, end] = dragCurvePoint([line.startPoint, line.endPoint].map(newCurvePoint), index, to, line.rotation);
  if (!start || !end) return line;
  return { ...line, startPoint: { x: start.x, y: start.y }, endPoint: { x: end.x, y: end.y } };
}
