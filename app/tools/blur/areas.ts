import type { Turn } from '#app/image-tool/turn-actions.ts';
import { turnedPoint } from '#app/image-tool/turn-actions.ts';
import { unitOf } from '#core/geometry/area-unit.ts';
import { type Box, boundsOf, boxBetween, boxHeight, boxWidth, growBox } from '#core/geometry/box.ts';
import type { Point, Size } from '#core/geometry/point.ts';
import { type RedactArea, valuesOfArea } from '#core/image/redact/redact-area.ts';
import { redact } from '#core/operations/redact.ts';
import { parameters } from '#core/parameters/fields.ts';
import { parseOperationParameters } from '#core/recipes/recipe.ts';

export type AreaShape = RedactArea['shape'];

/** Areas to hide, in image pixels, and the index of the selected area; −1 without a selection. */
export interface Areas {
  readonly areas: readonly RedactArea[];
  readonly active: number;
}

export const NO_AREAS: Areas = { areas: [], active: -1 };

const { effect, color } = redact.params;

export const redactFields = parameters({ effect, color });

/** Returns stored or requested areas. Returns no areas if any area is invalid. */
export function parseAreas(areas: unknown): readonly RedactArea[] {
  try {
    return parseOperationParameters(redact, { areas } as never).areas as readonly RedactArea[];
  } catch {
    return [];
  }
}

export function areaInPixels(area: RedactArea, { width, height }: Size): RedactArea {
  if (unitOf(area.unit, valuesOfArea(area)) !== 'fraction') return { ...area, unit: 'px' };
  const by = (value: number | undefined, side: number) => (value === undefined ? undefined : Math.round(value * side));
  return {
    ...area,
    unit: 'px',
    left: by(area.left, width),
    top: by(area.top, height),
    right: by(area.right, width),
    bottom: by(area.bottom, height),
    points: area.points.map(({ x, y }) => ({ x: Math.round(x * width), y: Math.round(y * height) })),
    width: by(area.width, width),
  };
}

export const areaOfBox = (shape: 'rect' | 'ellipse', { left, top, right, bottom }: Box): RedactArea => ({
  shape,
  unit: 'px',
  left,
  top,
  right,
  bottom,
  points: [],
});

export function boxOf({ shape, left = 0, top = 0, right = 0, bottom = 0, points, width = 0 }: RedactArea): Box {
  return shape === 'brush'
    ? growBox(boundsOf(points), width / 2)
    : boxBetween({ x: left, y: top }, { x: right, y: bottom });
}

/** Moves or resizes an area. The width of a stroke doesn't change. */
export function withBox(area: RedactArea, box: Box): RedactArea {
  if (area.shape !== 'brush') return areaOfBox(area.shape, box);
  const radius = (area.width ?? 0) / 2;
  const [from, to] = [boxOf(area), box].map((each) => growBox(each, -radius)) as [Box, Box];
  const scaleOf = (side: number, next: number) => (side > 0 ? Math.max(0, next) / side : 0);
  const [x, y] = [scaleOf(boxWidth(from), boxWidth(to)), scaleOf(boxHeight(from), boxHeight(to))];
  const points = area.points.map((point) => ({
    x: Math.round(to.left + (point.x - from.left) * x),
    y: Math.round(to.top + (point.y - from.top) * y),
  }));
  return { ...area, points };
}

export const withActive = ({ areas, active }: Areas, area: RedactArea): Areas => ({
  areas: areas.with(active, area),
  active,
});

export const added = ({ areas }: Areas, area: RedactArea): Areas => ({
  areas: [...areas, area],
  active: areas.length,
});

/** Removes the selected area; without a selection, the last area. */
export function removed({ areas, active }: Areas): Areas {
  const rest = areas.toSpliced(active < 0 ? areas.length - 1 : active, 1);
  return { areas: rest, active: rest.length - 1 };
}

export function turnedArea(area: RedactArea, turn: Turn, size: Size): RedactArea {
  const turned = (point: Point) => turnedPoint(point, turn, size);
  if (area.shape === 'brush') return { ...area, points: area.points.map(turned) };
  const { left, top, right, bottom } = boxOf(area);
  return areaOfBox(area.shape, boxBetween(turned({ x: left, y: top }), turned({ x: right, y: bottom })));
}
