import type { FontFace } from '../fonts/face.ts';

/** A positioned glyph or emoji, in pixels, y down. */
export interface GlyphBox {
  /** `undefined` for an emoji, which the platform draws. */
  readonly outline: { readonly face: FontFace; readonly glyph: number } | undefined;
  readonly text: string;
  /** UTF-16 offsets of the graphemes in the whole text. */
  readonly start: number;
  readonly end: number;
  /** Origin of the outline, or center of an emoji's cell. */
  readonly x: number;
  readonly y: number;
  readonly rotation: 0 | 90;
  readonly sizePx: number;
  readonly scaleX: number;
  /** Pixels by which a dash is stretched to the right or downward. One stretched dash replaces a run of dashes. */
  readonly longer?: { readonly along: 'x' | 'y'; readonly px: number };
  /** Width along the line, without the gap after the item. */
  readonly advance: number;
}
