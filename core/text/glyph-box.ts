import type { FontFace } from '../fonts/face.ts';

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
