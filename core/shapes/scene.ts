import type { Emoji } from '../fonts/emoji.ts';
import { type Box, boxAround, boxCenter, boxHeight, boxWidth, growBox, hasArea } from '../geometry/box.ts';
import { type PathData, polylinePath } from '../geometry/path.ts';
import { type Matrix, rotationMatrix, type Size } from '../geometry/point.ts';
import { arrowheads } from './arrowheads.ts';
import { componentBox } from './component-box.ts';
import { curvePath, polylineThrough } from './curve.ts';
import { numberPath } from './digits.ts';
import { type BoxShape, roomInside, shapeOutline } from './outlines.ts';
import { isLine, type ShapeComponent, takesText } from './settings.ts';

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
  /** Arrowheads, or the digits of a number: part of the border, but neither filled nor dashed. */
  readonly heads?: PathData;
  /** Lengths of a dash and of the gap after the dash. Dashes of length 0 are round dots. */
  readonly dash?: readonly [on: number, off: number];
}

/** An image that is stretched over a box and clipped by the shape's path. */
export interface SceneImage {
  readonly key: string;
  readonly box: Box;
}

/** A text inside a shape, as outlines, with the emoji that the platform draws. */
export interface ShapeText {
  readonly path: PathData;
  readonly emoji: readonly Emoji[];
}

/** A shape with all its copies. Each copy is painted in this order: fill, image, stroke, text. */
export interface SceneItem {
  readonly path: PathData;
  readonly matrix: Matrix;
  readonly fill?: string;
  readonly image?: SceneImage;
  readonly stroke?: Stroke;
  readonly text?: ShapeText & { readonly color: string };
  readonly blend?: 'multiply';
  /** Repetitions of the shape: copies in a row, and copies of the row. */
  readonly repeats: readonly [first: Repeat, second: Repeat];
}

/** Shapes and background of an image in a form that can be painted and passed to workers. */
export interface Scene extends Size {
  /** Shapes from bottom to top. */
  readonly items: readonly SceneItem[];
}

/** Splits shapes or settings of shapes into layers: consecutive shapes that mix with the image below in the same way. */
export function blendLayers<Shape extends { readonly blend?: string }>(shapes: readonly Shape[]): Shape[][] {
  const layers: Shape[][] = [];
  for (const shape of shapes) {
    const last = layers.at(-1);
    if (last && isMultiplied(last) === isMultiplied([shape])) last.push(shape);
    else layers.push([shape]);
  }
  return layers;
}

export const isMultiplied = ([first]: readonly { readonly blend?: string }[]): boolean => first?.blend === 'multiply';

interface StrokeLine {
  readonly path: PathData;
  readonly dash: readonly number[];
}

/** Returns what to stroke for a border. Lines are stroked together if possible, as translucent colors would add up. */
export function strokeLines({ path, stroke }: SceneItem): StrokeLine[] {
  const { heads = [], dash } = stroke ?? {};
  if (!stroke) return [];
  if (!dash) return [{ path: [...path, ...heads], dash: [] }];
  return [{ path, dash }, ...(heads.length > 0 ? [{ path: heads, dash: [] }] : [])];
}

/** Returns the shape of the ends of lines and dashes. */
export const strokeCap = ({ join, dash }: Stroke): 'round' | 'butt' =>
  join === 'round' || dash?.[0] === 0 ? 'round' : 'butt';

/** Miter limit of borders: corners sharper than 11.5° are beveled. */
export const MITER_LIMIT = 10;

/**
 * Converts shape settings to a scene. `images` has the sizes of shape images by key; missing images aren't drawn.
 * `texts` has the texts inside the shapes, in the order of the shapes.
 */
export function sceneOf(
  components: readonly ShapeComponent[],
  { width, height }: Size,
  images: ReadonlyMap<string, Size> = new Map(),
  texts: readonly (ShapeText | undefined)[] = [],
): Scene {
  const items = components
    .map((component, index) => sceneItem(component, { width, height }, images, texts[index]))
    .filter((item) => item !== undefined);
  return { width, height, items };
}

function sceneItem(
  component: ShapeComponent,
  size: Size,
  images: ReadonlyMap<string, Size>,
  text: ShapeText | undefined,
): SceneItem | undefined {
  const box = componentBox(component, size);
  const path = componentPath(component, box);
  if (path.length === 0) return undefined;
  const { shape, fillColor } = component;
  const image = shape === 'image' ? sceneImage(component, growBox(box, component.boxMargin), images) : undefined;
  const fill = component.fillBox && shape !== 'line' ? fillColor : undefined;
  const stroke = component.borderWidth > 0 ? strokeOf(component, path) : undefined;
  if (!fill && !stroke && !image && !text) return undefined;
  return {
    path,
    matrix: rotationMatrix(boxCenter(box), component.rotation),
    ...(fill ? { fill } : {}),
    ...(image ? { image } : {}),
    ...(stroke ? { stroke } : {}),
    ...(text ? { text: { path: text.path, emoji: text.emoji, color: component.textColor } } : {}),
    ...(component.blend === 'multiply' ? { blend: component.blend } : {}),
    repeats: [
      repeat(component.repeatCount, component.repeatXOffset, component.repeatYOffset),
      repeat(component.repeat2Count, component.repeat2XOffset, component.repeat2YOffset),
    ],
  };
}

/** Room of a text between the text and the shape's border, in sizes of the text. */
const TEXT_PADDING = 0.25;

/** Returns the box in which a shape's text is laid out, before rotation; undefined without room for a text. */
export function textRoom(component: ShapeComponent, size: Size): Box | undefined {
  const { shape, textSize, borderWidth, boxMargin } = component;
  if (!takesText(shape)) return undefined;
  const room = roomInside(shape as BoxShape, growBox(componentBox(component, size), boxMargin));
  const inner = growBox(room, -borderWidth / 2);
  const padding = Math.min(TEXT_PADDING * textSize, boxWidth(inner) / 8, boxHeight(inner) / 8);
  const padded = growBox(inner, -padding);
  return hasArea(padded) ? padded : undefined;
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

function strokeOf(component: ShapeComponent, path: PathData) {
  const { shape, borderColor, borderWidth: width, dash, arrow, arrowSize } = component;
  const isOpen = isLine(shape);
  const isStep = shape === 'step';
  const heads = isStep
    ? numberPath(component.stepNumber, path)
    : isOpen
      ? arrowheads(path, arrow, arrowSize * width)
      : [];
  const [on, off] = DASHES[dash];
  // Round ends lengthen each dash by the width of the border.
  const round = isOpen ? 1 : 0;
  return {
    color: borderColor,
    width,
    join: isOpen || isStep ? 'round' : 'miter',
    ...(heads.length > 0 ? { heads } : {}),
    ...(dash === 'solid' ? {} : { dash: [Math.max(0, on - round) * width, (off + (on > 0 ? round : 0)) * width] }),
  } satisfies Stroke;
}

/** Lengths of dash and gap in border widths. The gap after a dot, whose length is 0, is measured between centers. */
const DASHES = { solid: [0, 0], dashed: [3, 2], dotted: [0, 2] } as const;

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
