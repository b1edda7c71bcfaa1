import type { FontFace, InkBox } from '../fonts/face.ts';
import { type Box, boxAround } from '../geometry/box.ts';

/** A positioned glyph or emoji, in pixels, y down. */
export interface GlyphBox {
  /** Font of the glyph; `undefined` for an emoji, which the platform draws. */
  readonly outline: { readonly face: FontFace; readonly glyph: number } | undefined;
  readonly text: string;
  /** Range of the graphemes that the glyph represents, as UTF-16 offsets in the whole text. */
  readonly start: number;
  readonly end: number;
  /** Origin of the glyph's outline, or center of an emoji's cell. */
  readonly x: number;
  readonly y: number;
  readonly rotation: 0 | 90;
  readonly sizePx: number;
  readonly scaleX: number;
  /** Pixels by which a dash is stretched along the line. One stretched dash replaces a run of dashes. */
  readonly longer?: { readonly along: 'x' | 'y'; readonly px: number };
  /** Width of the glyph along the line, without the character spacing after the glyph. */
  readonly advance: number;
}

/** Returns the bounding box of a glyph's outline or the cell of an emoji, in layout pixels. */
export function inkOf(box: GlyphBox, ink: InkBox | undefined): Box | undefined {
  const { outline, x, y, sizePx, scaleX, rotation, longer } = box;
  if (!outline) return boxAround(box, { width: sizePx, height: sizePx });
  if (!ink) return undefined;
  const [from, to] = [ink.left * scaleX * sizePx, ink.right * scaleX * sizePx + extra(longer, 'x')];
  const [up, down] = [ink.top * sizePx, ink.bottom * sizePx - extra(longer, 'y')];
  return rotation === 90
    ? { left: x + down, top: y + from, right: x + up, bottom: y + to }
    : { left: x + from, top: y - up, right: x + to, bottom: y - down };
}

const extra = (longer: GlyphBox['longer'], along: 'x' | 'y') => (longer?.along === along ? longer.px : 0);
