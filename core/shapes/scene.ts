import { type Box, boxAround, boxCenter, boxHeight, boxWidth, growBox, hasArea } from '../geometry/box.ts';
import { type PathData, polylinePath } from '../geometry/path.ts';
import { type Matrix, rotationMatrix, type Size } from '../geometry/point.ts';
import { componentBox } from './component-box.ts';
import { curvePath, polylineThrough } from './curve.ts';
import { type BoxShape, shapeOutline } from './outlines.ts';
import type { ShapeComponent } from './settings.ts';

/** Copies in one direction: `count` of them, each `x` and `y` pixels from the one before. */
export interface Repeat {
  readonly count: number;
  readonly x: number;
  readonly y: number;
}

export interface Stroke {
  readonly color: string;
  /** In pixels, half of it on either side of the path. */
  readonly width: number;
  /** Of corners; `round` also rounds the ends. */
  readonly join: 'miter' | 'round';
}

/** A picture, by its name, stretched over a box and cut off at the item's path. */
export interface SceneImage {
  readonly key: string;
  readonly box: Box;
}

/** One shape, all its copies included. Painted in this order: fill, picture, stroke. */
export interface SceneItem {
  readonly path: PathData;
  readonly matrix: Matrix;
  readonly fill?: string;
  readonly image?: SceneImage;
  readonly stroke?: Stroke;
  /** The first run of copies, and the run repeated as a whole. */
  readonly repeats: readonly [first: Repeat, second: Repeat];
}

/** What components look like, as plain data: made by no platform, drawn by any. */
export interface Scene extends Size {
  /** From the bottom to the top. */
  readonly items: readonly SceneItem[];
}

/** Corners sharper than 1/10 (11.5°) are cut off, as canvas and SVG editors usually have it. */
export const MITER_LIMIT = 10;

/**
 * The scene of a picture's components.
 * @param images sizes of the pictures that shapes show, by `shapeImageKey`; a component whose
 *   picture is not there is drawn without it
 */
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

/** Lines drawn by hand have round corners and ends; outlines keep their corners. */
function strokeJoin({ shape }: ShapeComponent): Stroke['join'] {
  return shape === 'line' || shape === 'curve' || shape === 'polyline' ? 'round' : 'miter';
}

/** Copies that would all fall on the same place are one. */
function repeat(count: number, x: number, y: number): Repeat {
  return { count: x === 0 && y === 0 ? 1 : count, x, y };
}

/** Aspect `none` stretches the picture over the box, `fill` covers the box, `fit` shows all of the picture. */
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
