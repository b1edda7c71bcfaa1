import { type Box, boxAround, boxCenter, boxHeight, boxWidth, growBox, hasArea } from '../geometry/box.ts';
import { type PathData, polylinePath } from '../geometry/path.ts';
import { type Matrix, rotationMatrix, type Size } from '../geometry/point.ts';
import { componentBox } from './component-box.ts';
import { curvePath, polylineThrough } from './curve.ts';
import { type BoxShape, shapeOutline } from './outlines.ts';
import type { ShapeComponent } from './settings.ts';

/** Repetition of a shape: `count` copies, each offset from the previous copy by `x` and `y` pixels. */
export interface Repeat {
  readonly count: number;
  readonly x: number;
  readonly y: number;
}

export interface Stroke {
  readonly color: string;
  /** Width of the border in pixels; the path is in the middle of the border. */
  readonly width: number;
  /** Join of a shape's border at corners; `round` also rounds the ends of lines. */
  readonly join: 'miter' | 'round';
}

/** An image that is stretched over a box and clipped by the shape's path. */
export interface SceneImage {
  readonly key: string;
  readonly box: Box;
}

/** A shape with all its copies. Each copy is painted in this order: fill, image, stroke. */
export interface SceneItem {
  readonly path: PathData;
  readonly matrix: Matrix;
  readonly fill?: string;
  readonly image?: SceneImage;
  readonly stroke?: Stroke;
  /** Repetitions of the shape: copies in a row, and copies of the row. */
  readonly repeats: readonly [first: Repeat, second: Repeat];
}

/** Shapes and background of an image in a form that can be painted and passed to workers. */
export interface Scene extends Size {
  /** Shapes from bottom to top. */
  readonly items: readonly SceneItem[];
}

/** Miter limit of borders: corners sharper than 11.5° are beveled. */
export const MITER_LIMIT = 10;

/** Converts shape settings to a scene. `images` has the sizes of shape images by key; missing images aren't drawn. */
export function sceneOf(
  components: readonly ShapeComponent[],
  { width, height }: Size,
  images: ReadonlyMap<string, Size> = new Map(),
): Scene {
  const items = components
    .map((component) => sceneItem(component, { width, height }, images))
    .filter((item) => item !== undefined);
  return { width, height, items };
}

function sceneItem(component: ShapeComponent, size: Size, images: ReadonlyMap<string, Size>): SceneItem | undefined {
  const box = componentBox(component, size);
  const path = componentPath(component, box);
  if (path.length === 0) return undefined;
  const { shape, borderWidth, borderColor, fillColor } = component;
  const image = shape === 'image' ? sceneImage(component, growBox(box, component.boxMargin), images) : undefined;
  const fill = component.fillBox && shape !== 'line' ? fillColor : undefined;
  const stroke = borderWidth > 0 ? { color: borderColor, width: borderWidth, join: strokeJoin(component) } : undefined;
  if (!fill && !stroke && !image) return undefined;
  return {
    path,
    matrix: rotationMatrix(boxCenter(box), component.rotation),
    ...(fill ? { fill } : {}),
    ...(image ? { image } : {}),
    ...(stroke ? { stroke } : {}),
    repeats: [
      repeat(component.repeatCount, component.repeatXOffset, component.repeatYOffset),
      repeat(component.repeat2Count, component.repeat2XOffset, component.repeat2YOffset),
    ],
  };
}

function componentPath(component: ShapeComponent, box: Box): PathData {
  const { shape, startPoint, endPoint, curvePoints, curveClosePath } = component;
  if (shape === 'none') return [];
  if (shape === 'line') return polylinePath([startPoint, endPoint]);
  if (shape === 'curve') return curvePath(curvePoints, curveClosePath);
  if (shape === 'polyline') return polylineThrough(curvePoints, curveClosePath);
  const outer = growBox(box, component.boxMargin);
  return hasArea(outer) ? shapeOutline(shape satisfies BoxShape, outer, component.borderRadius) : [];
}

function strokeJoin({ shape }: ShapeComponent): Stroke['join'] {
  return shape === 'line' || shape === 'curve' || shape === 'polyline' ? 'round' : 'miter';
}

/** Returns the repetition of a shape. Copies without an offset are drawn once, because all copies cover each other. */
function repeat(count: number, x: number, y: number): Repeat {
  return { count: x === 0 && y === 0 ? 1 : count, x, y };
}

/** Returns a shape's image. The aspect `none` stretches the image over the box, `fill` covers it, `fit` fits inside. */
function sceneImage(
  { shapeImageKey: key, shapeAspect }: ShapeComponent,
  box: Box,
  images: ReadonlyMap<string, Size>,
): SceneImage | undefined {
  const size = images.get(key);
  if (!size || !hasArea(box)) return undefined;
  if (shapeAspect === 'none') return { key, box };
  const [ratioX, ratioY] = [boxWidth(box) / size.width, boxHeight(box) / size.height];
  const ratio = shapeAspect === 'fill' ? Math.max(ratioX, ratioY) : Math.min(ratioX, ratioY);
  return { key, box: boxAround(boxCenter(box), { width: size.width * ratio, height: size.height * ratio }) };
}
