import { cached } from '../base/cached.ts';
import { FudebakoError } from '../base/errors.ts';
import type { HarfBuzzFont } from './harfbuzz.ts';
import type { FontSource, OpenFonts } from './open-fonts.ts';
import { type FontMetrics, readMetrics, verticalMeasures } from './sfnt.ts';

/** One font file. Lengths are in em, with y up from the baseline, unless noted. */
export interface FontFace {
  /** Path of a bundled font file, or a unique key of a visitor's font. */
  readonly key: string;
  readonly unitsPerEm: number;
  readonly metrics: FontMetrics;
  has(codePoint: number): boolean;
  /** Shapes the text range `[start, end)` to glyphs in visual order. The surrounding text affects how letters join. */
  shape(text: string, start: number, end: number, options: ShapeOptions): ShapedGlyph[];
  /** Returns a glyph's outline as SVG path data, in font units with y up; empty for a glyph without ink. */
  outline(glyph: number): string;
  ink(glyph: number): InkBox | undefined;
  vertical(glyph: number): VerticalPlace;
  /** Frees HarfBuzz's memory of the font. The next use opens the font again. */
  close(): void;
}

export interface ShapeOptions {
  /** Script of the text as an ISO 15924 code, for example `Latn`. */
  readonly script: string;
  /** Language of the text as a BCP 47 tag, for example `ja`. */
  readonly language: string;
  readonly rightToLeft?: boolean;
  readonly topToBottom?: boolean;
  /** OpenType features, for example `{ vert: true, liga: false }`. */
  readonly features?: Readonly<Record<string, boolean>>;
}

export interface ShapedGlyph {
  readonly glyph: number;
  /** UTF-16 offset of the first character that the glyph represents. */
  readonly cluster: number;
  readonly advance: number;
  readonly dx: number;
  readonly dy: number;
}

export interface InkBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface VerticalPlace {
  /** Horizontal position in the glyph that is aligned with the center of the vertical cell. */
  readonly originX: number;
  readonly originY: number;
  readonly advance: number;
}

/** Opens a font file. Throws FudebakoError `fontLoad` if the font maps no characters. */
export function openFace(fonts: OpenFonts, key: string, source: FontSource): FontFace {
  if (fonts.use(source, (font) => font.countCharacters()) > 0) return new OpenFace(fonts, key, source);
  fonts.close(source);
  throw new FudebakoError('fontLoad', { name: source.name });
}

class OpenFace implements FontFace {
  readonly unitsPerEm: number;
  readonly metrics: FontMetrics;
  readonly #fonts: OpenFonts;
  readonly #source: FontSource;
  readonly #verticalMeasure: ReturnType<typeof verticalMeasures>;
  readonly #known = new Map<number, boolean>();
  readonly #outlines = new Map<number, string>();
  readonly #ink = new Map<number, InkBox | undefined>();

  constructor(
    fonts: OpenFonts,
    readonly key: string,
    source: FontSource,
  ) {
    this.#fonts = fonts;
    this.#source = source;
    const read = (font: HarfBuzzFont) => ({
      unitsPerEm: font.unitsPerEm,
      metrics: readMetrics(font.table, font.unitsPerEm, font.lineExtents()),
      verticalMeasure: verticalMeasures(font.table),
    });
    const { unitsPerEm, metrics, verticalMeasure } = this.#use(read);
    this.unitsPerEm = unitsPerEm;
    this.metrics = metrics;
    this.#verticalMeasure = verticalMeasure;
  }

  #use<Result>(act: (font: HarfBuzzFont) => Result): Result {
    return this.#fonts.use(this.#source, act);
  }

  close(): void {
    this.#fonts.close(this.#source);
  }

  has(codePoint: number): boolean {
    return cached(this.#known, codePoint, () => this.#use((font) => font.hasCharacter(codePoint)));
  }

  shape(text: string, start: number, end: number, options: ShapeOptions): ShapedGlyph[] {
    const { script, language, rightToLeft = false, topToBottom = false } = options;
    const direction = topToBottom ? 'topToBottom' : rightToLeft ? 'rightToLeft' : 'leftToRight';
    const features = Object.entries(options.features ?? {});
    const segment = { text, start, end, script, language, direction, features } as const;
    const em = this.unitsPerEm;
    return this.#use((font) => font.shape(segment)).map(({ glyph, cluster, xAdvance, yAdvance, xOffset, yOffset }) => ({
      glyph,
      cluster,
      advance: (topToBottom ? -yAdvance : xAdvance) / em,
      dx: xOffset / em,
      dy: yOffset / em,
    }));
  }

  outline(glyph: number): string {
    return cached(this.#outlines, glyph, () => this.#use((font) => font.outline(glyph)));
  }

  ink(glyph: number): InkBox | undefined {
    return cached(this.#ink, glyph, () => this.#readInk(glyph));
  }

  #readInk(glyph: number): InkBox | undefined {
    const extents = this.#use((font) => font.glyphExtents(glyph));
    if (!extents || extents.width === 0 || extents.height === 0) return undefined;
    const { xBearing, yBearing, width, height } = extents;
    const em = this.unitsPerEm;
    return {
      left: xBearing / em,
      top: yBearing / em,
      right: (xBearing + width) / em,
      bottom: (yBearing + height) / em,
    };
  }

  // Without the table VORG, HarfBuzz would use the font's ascent as the top of the cell. Punctuation gets a full cell
  // if its advance is too short for its outline.
  vertical(glyph: number): VerticalPlace {
    const em = this.unitsPerEm;
    const width = this.#use((font) => font.advance(glyph)) / em;
    const ink = this.ink(glyph);
    const measure = this.#verticalMeasure?.(glyph);
    const isBeside = ink && (ink.right > width + 0.1 || ink.left < -0.1);
    const top = (measure?.topBearing ?? 0) / em;
    const advance = measure ? measure.advance / em : 1;
    const isBelow = ink && top + ink.top - ink.bottom > advance + 0.02;
    return {
      originX: isBeside ? 0.5 : width / 2,
      originY: measure && ink ? ink.top + top : this.metrics.emAscent,
      advance: isBelow ? Math.max(1, advance) : advance,
    };
  }
}
