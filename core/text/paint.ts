import { paintEmoji } from '../fonts/emoji.ts';
import type { FontFace } from '../fonts/face.ts';
import { type Box, growBox } from '../geometry/box.ts';
import type { Canvas, Canvases, Context2D, Path } from '../platform/canvas.ts';
import type { GlyphBox } from './glyph-box.ts';
import type { TextLayout } from './layout.ts';

export interface TextPaint {
  readonly color: string;
  readonly outlineColor: string;
  /** Distance in pixels that the outline extends beyond the glyphs; 0 draws no outline. */
  readonly outlineWidthPx: number;
  /** Opacity from 0 to 1 of a text with its outline and shadow. */
  readonly opacity?: number;
  readonly shadow?: TextShadow | undefined;
  readonly backing?: TextBacking | undefined;
}

/** A text shadow, which rotates with the text; lengths are in pixels. */
export interface TextShadow {
  readonly x: number;
  readonly y: number;
  readonly blurPx: number;
  readonly color: string;
}

/** Colored background behind the lines of a text. */
export interface TextBacking {
  readonly of: 'lines' | 'block';
  readonly color: string;
  readonly paddingPx: number;
  readonly radiusPx: number;
}

export interface TextSurface {
  readonly canvas: Canvas;
  readonly canvases: Canvases;
}

/** @param transform maps layout pixels to canvas pixels; the context has this transform before and after the call */
export function paintText(layout: TextLayout, paint: TextPaint, surface: TextSurface, transform: Transform): void {
  if (paint.backing) paintBacking(layout, paint.backing, surface);
  const { opacity = 1, shadow } = paint;
  if (opacity === 1 && !shadow) paintGlyphs(layout, paint, surface, transform);
  else if (opacity > 0) paintThroughLayer(layout, paint, surface, transform);
}

/** Paints a text on a layer, then the layer with shadow and opacity, so that overlapping glyphs don't darken. */
function paintThroughLayer(
  layout: TextLayout,
  paint: TextPaint,
  { canvas, canvases }: TextSurface,
  transform: Transform,
): void {
  const { opacity = 1, shadow } = paint;
  const [a, b, c, d, e, f] = transform;
  const scale = Math.hypot(a, b);
  // The layer is larger than the canvas, because a glyph outside the canvas may cast its shadow into the canvas.
  const margin = shadow ? Math.ceil((shadowReach(shadow) + paint.outlineWidthPx) * scale) : 0;
  const layer = canvases.create(canvas.width + 2 * margin, canvas.height + 2 * margin);
  const moved: Transform = [a, b, c, d, e + margin, f + margin];
  layer.context.setTransform(...moved);
  paintGlyphs(layout, paint, { canvas: layer, canvases }, moved);
  const { context } = canvas;
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = opacity;
  if (shadow) {
    context.shadowColor = shadow.color;
    context.shadowBlur = shadow.blurPx * scale;
    context.shadowOffsetX = a * shadow.x + c * shadow.y;
    context.shadowOffsetY = b * shadow.x + d * shadow.y;
  }
  context.drawImage(layer, -margin, -margin, layer.width, layer.height);
  context.restore();
  layer.release();
}

/** Returns the maximum distance in pixels by which a shadow extends beyond the glyphs. */
export const shadowReach = ({ x, y, blurPx }: TextShadow): number => Math.hypot(x, y) + 1.5 * blurPx + 1;

function paintBacking(layout: TextLayout, backing: TextBacking, { canvas, canvases }: TextSurface): void {
  const path = canvases.createPath();
  for (const { left, top, right, bottom } of backingBoxes(layout, backing)) {
    const [width, height] = [right - left, bottom - top];
    const radius = Math.min(backing.radiusPx, width / 2, height / 2);
    if (radius > 0) path.roundRect(left, top, width, height, radius);
    else path.rect(left, top, width, height);
  }
  canvas.context.fillStyle = backing.color;
  canvas.context.fill(path);
}

/** Returns the background boxes behind the lines of a text, in layout pixels; none for empty lines. */
export function backingBoxes(
  { lines, bounds, besidePx, isVertical }: TextLayout,
  { of, paddingPx }: TextBacking,
): readonly Box[] {
  const inked = lines.filter(({ width, height }) => width > 0 && height > 0);
  if (inked.length === 0) return [];
  const areas = of === 'block' ? [bounds] : inked;
  const [up, right] = of === 'block' ? [0, 0] : isVertical ? [0, besidePx] : [besidePx, 0];
  return areas.map((area) =>
    growBox(
      { left: area.left, top: area.top - up, right: area.left + area.width + right, bottom: area.top + area.height },
      paddingPx,
    ),
  );
}

/** Paints all outlines before any fill, so that no outline covers a neighboring glyph. */
function paintGlyphs(layout: TextLayout, paint: TextPaint, surface: TextSurface, transform: Transform): void {
  const { outlineWidthPx } = paint;
  if (outlineWidthPx > 0)
    paintEvenly(paint.outlineColor, surface, transform, (context, color) => {
      context.strokeStyle = color;
      context.lineJoin = 'round';
      context.lineCap = 'round';
      forEachGlyph(layout, surface.canvases, context, (path, scale) => {
        // The stroke has twice the outline's width, because the glyph's fill covers the inner half of the stroke.
        context.lineWidth = (outlineWidthPx * 2) / scale;
        context.stroke(path);
      });
    });
  paintEvenly(paint.color, surface, transform, (context, color) => {
    context.fillStyle = color;
    forEachGlyph(layout, surface.canvases, context, (path) => context.fill(path));
    for (const box of layout.boxes) if (!box.outline) paintEmoji(box, context);
  });
}

export type Transform = readonly [number, number, number, number, number, number];

/** Paints glyphs in an opaque color directly, in a translucent color through a layer, which hides overlaps. */
function paintEvenly(
  color: string,
  { canvas, canvases }: TextSurface,
  transform: Transform,
  paint: (context: Context2D, color: string) => void,
): void {
  const { opaque, alpha } = splitAlpha(color);
  if (alpha === 0) return;
  if (alpha === 1) {
    canvas.context.setTransform(...transform);
    paint(canvas.context, opaque);
    return;
  }
  const layer = canvases.create(canvas.width, canvas.height);
  layer.context.setTransform(...transform);
  paint(layer.context, opaque);
  const { context } = canvas;
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = alpha;
  context.drawImage(layer, 0, 0, canvas.width, canvas.height);
  context.restore();
  layer.release();
}

/** Calls `draw` with the path of each glyph in font units, after setting the glyph's transformation. */
function forEachGlyph(
  layout: TextLayout,
  canvases: Canvases,
  context: Context2D,
  draw: (path: Path, scale: number) => void,
): void {
  for (const box of layout.boxes) {
    if (!box.outline) continue;
    const { face } = box.outline;
    const scale = box.sizePx / face.unitsPerEm;
    const path = glyphPath(box, canvases);
    if (!path) continue;
    context.save();
    // Glyph outlines have y up. Sets the matrix directly, because `Math.cos` of 90° is not exactly 0.
    if (box.rotation === 90) context.transform(0, scale, scale, 0, box.x, box.y);
    else context.transform(scale, 0, 0, -scale, box.x, box.y);
    draw(path, scale);
    context.restore();
  }
}

const paths = new WeakMap<Canvases, WeakMap<FontFace, Map<string, Path | undefined>>>();

/** Returns the path of a visible glyph. Scales points instead of the canvas, so that the stroke keeps its width. */
function glyphPath(box: GlyphBox, canvases: Canvases): Path | undefined {
  if (!box.outline) return undefined;
  const { face, glyph } = box.outline;
  const { scaleX, longer } = box;
  const units = stretchUnits(box);
  const byFace = paths.get(canvases) ?? new WeakMap();
  paths.set(canvases, byFace);
  const known = byFace.get(face) ?? new Map<string, Path | undefined>();
  byFace.set(face, known);
  const key = `${glyph} ${scaleX} ${units} ${longer?.along}`;
  if (!known.has(key)) {
    const data = glyphOutline(box);
    known.set(key, data ? canvases.createPath(data) : undefined);
  }
  return known.get(key);
}

/** Returns the outline of a glyph as SVG path data, in font units with y up; empty for a glyph without ink. */
export function glyphOutline(box: GlyphBox): string {
  if (!box.outline) return '';
  const { face, glyph } = box.outline;
  const data = face.outline(glyph);
  return data && (box.longer ? longPath(data, box, stretchUnits(box)) : narrowPath(data, box.scaleX));
}

/** Returns the stretched length rounded to a thousandth of a font unit, so that all font sizes share one cached path. */
const stretchUnits = ({ outline, longer, sizePx }: GlyphBox): number =>
  longer && outline ? Math.round((longer.px / sizePx) * outline.face.unitsPerEm * 1000) / 1000 : 0;

/** Matches a coordinate pair in the path data of a glyph, which has only absolute commands: `M`, `L`, `Q`, `C` and `Z`. */
export const PATH_POINT = /(-?[\d.]+),(-?[\d.]+)/g;

function movePoints(data: string, move: (x: number, y: number) => readonly [x: number, y: number]): string {
  return data.replace(PATH_POINT, (_, x: string, y: string) => move(Number(x), Number(y)).join());
}

const narrowPath = (data: string, scaleX: number): string =>
  scaleX === 1 ? data : movePoints(data, (x, y) => [x * scaleX, y]);

/** Stretches the path of a dash at its middle, so that both ends keep their shape. */
function longPath(data: string, { outline, longer }: GlyphBox, units: number): string {
  const ink = outline?.face.ink(outline.glyph);
  if (!outline || !ink) return data;
  const em = outline.face.unitsPerEm;
  if (longer?.along === 'y') {
    const middle = ((ink.top + ink.bottom) / 2) * em;
    return movePoints(data, (x, y) => [x, y < middle ? y - units : y]);
  }
  const middle = ((ink.left + ink.right) / 2) * em;
  return movePoints(data, (x, y) => [x > middle ? x + units : x, y]);
}

/** Splits a hexadecimal color into its opaque part and its alpha from 0 to 1. */
function splitAlpha(color: string): { readonly opaque: string; readonly alpha: number } {
  const digits = color.slice(1);
  if (digits.length === 4)
    return { opaque: `#${digits.slice(0, 3)}`, alpha: Number.parseInt(digits.slice(3), 16) / 15 };
  if (digits.length === 8)
    return { opaque: `#${digits.slice(0, 6)}`, alpha: Number.parseInt(digits.slice(6), 16) / 255 };
  return { opaque: color, alpha: 1 };
}
