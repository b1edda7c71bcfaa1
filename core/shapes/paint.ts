import { MAX_CANVAS_PIXELS } from '../base/limits.ts';
import { type Emoji, paintEmoji } from '../fonts/emoji.ts';
import { type Box, boundsOf, boxCorners, boxHeight, boxWidth, growBox, shiftBox } from '../geometry/box.ts';
import { miterReach, pathBounds, tracePath } from '../geometry/path.ts';
import { applyMatrix, type Point, type Size } from '../geometry/point.ts';
import type { RowBand } from '../image/bands.ts';
import type { Canvas, Canvases, CanvasImage, Context2D, Path } from '../platform/canvas.ts';
import { type VisibleRun, visibleRuns } from './copies.ts';
import { MITER_LIMIT, type Scene, type SceneItem, type Stroke, strokeCap, strokeLines } from './scene.ts';

/** The visible part of an image, and its scale. */
export interface View extends Size {
  readonly scale: number;
  /** Left edge of the view, in pixels of the image. */
  readonly x: number;
  readonly y: number;
  /** Rows of the view that the canvas shows; by default all. A band of rows has the same pixels as the full view. */
  readonly rows?: RowBand;
}

export const fullView = ({ width, height }: Size): View => ({ width, height, scale: 1, x: 0, y: 0 });

export type ImagesByKey = ReadonlyMap<string, CanvasImage>;

/** An item's outline, the lines of its border and its text, as paths of the platform. */
interface Traced {
  readonly path: Path;
  readonly lines: readonly { readonly path: Path; readonly dash: readonly number[] }[];
  readonly text: Path | undefined;
}

interface Surface {
  readonly context: Context2D;
  readonly canvases: Canvases;
  readonly images: ImagesByKey;
  readonly view: View;
}

/**
 * Paints shapes and resets the transformation. A repeated shape is drawn once to a canvas (tile) and copied. Copies are
 * exact at scale 1, and off by up to one pixel at other scales.
 */
export function paintScene(
  scene: Scene,
  context: Context2D,
  canvases: Canvases,
  view: View,
  images: ImagesByKey = new Map(),
  onProgress?: (fraction: number) => void,
): void {
  const surface = { context, canvases, images, view };
  for (const [index, item] of scene.items.entries()) {
    paintItem(item, surface);
    onProgress?.((index + 1) / scene.items.length);
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
}

/** Returns the rows of the view on which shapes are painted, as unsorted ranges that may overlap. */
export const touchedRows = (scene: Scene, view: View): RowBand[] =>
  scene.items.flatMap((item) => {
    const bounds = itemBounds(item, view);
    return visibleRuns(bounds, item.repeats, view.scale, view).map(({ run, copies }) => {
      const ends = [copies.from, copies.to].map((copy) => copyOffset(item.repeats, copy, run, view.scale).y);
      return { start: bounds.top + Math.min(...ends), end: bounds.bottom + Math.max(...ends) };
    });
  });

/** Minimum number of copies of a shape for which copying a tile is faster than drawing paths. */
const STAMP_FROM = 4;
/** Maximum side in pixels of a tile, and of a canvas with several tiles. */
const MAX_LAYER_SIDE = 16_384;
/** Fixed cost of a `drawImage` call, as the number of pixels that are drawn in the same time. */
const STAMP_OVERHEAD = 6_000;

function paintItem(item: SceneItem, surface: Surface): void {
  const { canvases, view } = surface;
  const bounds = itemBounds(item, view);
  const runs = visibleRuns(bounds, item.repeats, view.scale, view);
  const copies = runs.reduce((sum, { copies: { from, to } }) => sum + to - from + 1, 0);
  if (copies === 0) return;
  const path = tracePath(item.path, canvases.createPath());
  const lines = strokeLines(item).map((line) => ({ ...line, path: tracePath(line.path, canvases.createPath()) }));
  const text = item.text && tracePath(item.text.path, canvases.createPath());
  const traced = { path, lines, text };
  const tileBox = wholePixels(bounds);
  // Counts the copies of the whole view, so that all bands draw tiles or all draw paths, which are rounded differently.
  if (copies < STAMP_FROM || !fitsLayer(tileBox)) paintCopies(item, traced, bounds, runs, surface);
  else stampCopies(item, traced, tileBox, runs, surface);
}

/** Returns the offset of a copy from the original shape, in canvas pixels. */
function copyOffset([first, second]: SceneItem['repeats'], copy: number, run: number, scale: number) {
  return { x: (copy * first.x + run * second.x) * scale, y: (copy * first.y + run * second.y) * scale };
}

function paintCopies(item: SceneItem, path: Traced, bounds: Box, runs: readonly VisibleRun[], surface: Surface): void {
  for (const { run, copies } of runs)
    for (let copy = copies.from; copy <= copies.to; copy++) {
      const { x, y } = copyOffset(item.repeats, copy, run, surface.view.scale);
      if (isInRows(bounds, y, surface.view)) paintCopy(item, path, surface, x, y - firstRow(surface.view));
    }
}

const firstRow = ({ rows }: View): number => rows?.start ?? 0;

/** True if a box, moved down by `y`, overlaps the rows that the canvas shows. */
const isInRows = ({ top, bottom }: Box, y: number, { rows }: View): boolean =>
  !rows || (top + y < rows.end && bottom + y > rows.start);

function paintCopy(
  item: SceneItem,
  { path, lines, text }: Traced,
  { context, images, view }: Surface,
  x: number,
  y: number,
) {
  context.setTransform(view.scale, 0, 0, view.scale, x - view.x * view.scale, y - view.y * view.scale);
  context.transform(...item.matrix);
  if (item.fill) {
    context.fillStyle = item.fill;
    context.fill(path);
  }
  const image = item.image && images.get(item.image.key);
  if (item.image && image) paintImage(image, item.image.box, pathBounds(item.path), context);
  if (item.stroke) paintStroke(item.stroke, lines, context);
  if (!item.text || !text) return;
  context.fillStyle = item.text.color;
  context.fill(text);
  for (const emoji of item.text.emoji) paintEmoji(emoji, context);
}

/** Draws the part of an image inside a frame. Doesn't clip, because the clip's edges would be antialiased again. */
function paintImage(image: CanvasImage, box: Box, frame: Box, context: Context2D): void {
  const [left, top] = [Math.max(box.left, frame.left), Math.max(box.top, frame.top)];
  const [width, height] = [Math.min(box.right, frame.right) - left, Math.min(box.bottom, frame.bottom) - top];
  const [perX, perY] = [image.width / boxWidth(box), image.height / boxHeight(box)];
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  const from = [(left - box.left) * perX, (top - box.top) * perY, width * perX, height * perY] as const;
  context.drawImage(image, ...from, left, top, width, height);
}

function paintStroke(stroke: Stroke, lines: Traced['lines'], context: Context2D): void {
  context.strokeStyle = stroke.color;
  context.lineWidth = stroke.width;
  context.lineJoin = stroke.join;
  context.lineCap = strokeCap(stroke);
  // Sets the miter limit twice, because WebKitGTK ignores the reported miter limit until another value was set.
  context.miterLimit = 1;
  context.miterLimit = MITER_LIMIT;
  for (const { path, dash } of lines) {
    context.setLineDash([...dash]);
    context.stroke(path);
  }
}

/** Draws a shape to a tile, and copies the tile, or canvases of several tiles, to all positions. */
function stampCopies(item: SceneItem, path: Traced, tileBox: Box, runs: readonly VisibleRun[], surface: Surface): void {
  const { canvases, context, view } = surface;
  const tile = layer(tileBox, canvases);
  paintCopy(item, path, { ...surface, context: tile.context }, -tileBox.left, -tileBox.top);
  const offset = (copy: number, run: number) => copyOffset(item.repeats, copy, run, view.scale);
  const stampInRows = (image: Canvas, box: Box, { x, y }: Point) => {
    if (isInRows(box, Math.round(y), view)) stamp(context, image, box, { x, y: y - firstRow(view) });
  };
  const length = pieceLength(item, tileBox, runs, view);
  const pieceBox = boxOfPiece(item, tileBox, length, view);
  const piece = length > 1 ? layer(pieceBox, canvases) : tile;
  for (let copy = 0; copy < length && piece !== tile; copy++)
    stamp(piece.context, tile, shiftBox(tileBox, -pieceBox.left, -pieceBox.top), offset(copy, 0));
  context.setTransform(1, 0, 0, 1, 0, 0);
  for (const { run, copies } of runs) {
    // A canvas with several tiles may extend beyond the visible copies, but not beyond the last copy.
    let copy = Math.min(copies.from, item.repeats[0].count - length);
    for (; copy <= copies.to && copy + length <= item.repeats[0].count; copy += length)
      stampInRows(piece, pieceBox, offset(copy, run));
    for (; copy <= copies.to; copy++) stampInRows(tile, tileBox, offset(copy, run));
  }
  if (piece !== tile) piece.release();
  tile.release();
}

/** Copies a tile, or a canvas of several tiles, to `box`, shifted by whole pixels. */
function stamp(context: Context2D, image: Canvas, box: Box, shift: Point): void {
  context.drawImage(
    image,
    box.left + Math.round(shift.x),
    box.top + Math.round(shift.y),
    boxWidth(box),
    boxHeight(box),
  );
}

function boxOfPiece(item: SceneItem, tileBox: Box, length: number, view: View): Box {
  const { x, y } = copyOffset(item.repeats, length - 1, 0, view.scale);
  const last = shiftBox(tileBox, Math.round(x), Math.round(y));
  return boundsOf([...boxCorners(tileBox), ...boxCorners(last)]);
}

/** Returns the fastest number of tiles per canvas. If a row of copies is slanted, a large canvas is mostly empty. */
function pieceLength(item: SceneItem, tileBox: Box, runs: readonly VisibleRun[], view: View): number {
  const lengths = runs.map(({ copies }) => copies.to - copies.from + 1);
  const longest = Math.max(...lengths);
  const cost = (length: number) => {
    const box = boxOfPiece(item, tileBox, length, view);
    const seen = Math.min(boxWidth(box), view.width) * Math.min(boxHeight(box), view.height);
    const stamps = lengths.reduce((sum, each) => sum + Math.ceil(each / length), 0);
    const making = length === 1 ? 0 : area(box) + length * (STAMP_OVERHEAD + area(tileBox));
    return fitsLayer(box) ? making + stamps * (STAMP_OVERHEAD + seen) : Infinity;
  };
  const candidates = [1, 2, 4, 8, 16, 32, 64].filter((length) => length < longest);
  return [...candidates, longest].reduce((best, each) => (cost(each) < cost(best) ? each : best), 1);
}

const area = (box: Box): number => boxWidth(box) * boxHeight(box);

const fitsLayer = (box: Box): boolean =>
  area(box) <= MAX_CANVAS_PIXELS && Math.max(boxWidth(box), boxHeight(box)) <= MAX_LAYER_SIDE;

const layer = (box: Box, canvases: Canvases): Canvas => canvases.create(boxWidth(box), boxHeight(box));

function wholePixels(box: Box): Box {
  return {
    top: Math.floor(box.top),
    left: Math.floor(box.left),
    bottom: Math.max(Math.ceil(box.bottom), Math.floor(box.top) + 1),
    right: Math.max(Math.ceil(box.right), Math.floor(box.left) + 1),
  };
}

/** Returns the box of a shape on the canvas, with border, text and one pixel for antialiasing. */
function itemBounds({ path, matrix, stroke, text }: SceneItem, view: View): Box {
  const reach = stroke ? (stroke.width / 2) * (stroke.join === 'miter' ? miterReach(path, MITER_LIMIT) : 1) : 0;
  const outline = stroke?.heads ? [...path, ...stroke.heads] : path;
  const parts = [growBox(pathBounds(outline), reach)];
  if (text) parts.push(pathBounds(text.path), ...text.emoji.map((each) => cellOf(each)));
  const corners = parts.flatMap((part) => boxCorners(part)).map((corner) => applyMatrix(matrix, corner));
  const { top, left, bottom, right } = boundsOf(corners);
  const x = (value: number) => (value - view.x) * view.scale;
  const y = (value: number) => (value - view.y) * view.scale;
  return growBox({ top: y(top), left: x(left), bottom: y(bottom), right: x(right) }, 1);
}

/** Returns a box around an emoji, which may extend beyond its cell. */
const cellOf = ({ x, y, sizePx }: Emoji): Box => growBox({ left: x, top: y, right: x, bottom: y }, sizePx);
