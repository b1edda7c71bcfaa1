import type { FontFace, InkBox } from '../fonts/face.ts';
import { type Box, boundsOf, boxCorners, growBox } from '../geometry/box.ts';
import { applyMatrix, type Size } from '../geometry/point.ts';
import type { RowBand } from '../image/bands.ts';
import { markPlace } from '../image/mark.ts';
import type { SetText, TextScene } from './compose.ts';
import { type GlyphBox, inkOf } from './glyph-box.ts';
import { backingBoxes, PATH_POINT, shadowReach } from './paint.ts';
import { textTransform } from './paint-scene.ts';

/** Returns the image rows on which texts are painted, as unsorted ranges that may overlap. */
export function touchedRows(scene: TextScene, size: Size): RowBand[] {
  const { y, side } = markPlace(size);
  return [...scene.texts.flatMap(rowsOfText), ...(scene.watermark ? [{ start: y - 1, end: y + side + 1 }] : [])];
}

function rowsOfText(text: SetText): RowBand[] {
  const { frame, layout, paint } = text;
  const matrix = textTransform(text, 1);
  const boxes = layout.boxes.map(paintedBox).filter((box) => box !== undefined);
  const reached = boxes.map((box) =>
    growBox(box, paint.outlineWidthPx + 1 + (paint.shadow ? shadowReach(paint.shadow) : 0)),
  );
  if (paint.backing) reached.push(...backingBoxes(layout, paint.backing).map((box) => growBox(box, 1)));
  if (frame) reached.push(growBox(frame.box, (frame.border?.widthPx ?? 0) / 2 + 1));
  return reached.map((box) => {
    const { top, bottom } = boundsOf(boxCorners(box).map((corner) => applyMatrix(matrix, corner)));
    return { start: top, end: bottom };
  });
}

/** Returns the bounding box of a glyph in layout pixels, without the stroked outline. */
function paintedBox(box: GlyphBox): Box | undefined {
  if (box.outline) return inkOf(box, reachOf(box.outline.face, box.outline.glyph));
  // Adds a margin, because an emoji that the platform draws may extend beyond its cell.
  return growBox({ left: box.x, top: box.y, right: box.x, bottom: box.y }, box.sizePx);
}

const reaches = new WeakMap<FontFace, Map<number, InkBox | undefined>>();

/** Returns the bounds in em of a glyph's points. Boxes stated by the font may be wrong, and would clip the glyph. */
function reachOf(face: FontFace, glyph: number): InkBox | undefined {
  const known = reaches.get(face) ?? new Map<number, InkBox | undefined>();
  reaches.set(face, known);
  if (!known.has(glyph)) known.set(glyph, pointsBox(face.outline(glyph), face.unitsPerEm));
  return known.get(glyph);
}

function pointsBox(data: string, unitsPerEm: number): InkBox | undefined {
  const points = [...data.matchAll(PATH_POINT)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
  if (points.length === 0) return undefined;
  const { left, top, right, bottom } = boundsOf(points);
  return { left: left / unitsPerEm, top: bottom / unitsPerEm, right: right / unitsPerEm, bottom: top / unitsPerEm };
}
