import type * as HarfBuzz from 'harfbuzzjs';
import { type FontMetrics, readMetrics, verticalMeasures } from './sfnt.ts';

/** One font file, ready to shape with. Lengths are in em unless said otherwise, y up, from the baseline. */
export interface FontFace {
  /** Tells faces apart: the file's path, or the name of a visitor's own family. */
  readonly key: string;
  readonly unitsPerEm: number;
  readonly metrics: FontMetrics;
  /** True when the font maps the code point to a glyph. */
  has(codePoint: number): boolean;
  /** The glyphs of `text[start, end)`, in visual order; what stands around it only decides how letters join. */
  shape(text: string, start: number, end: number, options: ShapeOptions): ShapedGlyph[];
  /** SVG path data in font units, y up; empty for a glyph without ink. */
  outline(glyph: number): string;
  /** The box around the glyph's ink; `undefined` where there is none. */
  ink(glyph: number): InkBox | undefined;
  /** The glyph's measures in a vertical line. */
  vertical(glyph: number): VerticalPlace;
}

export interface ShapeOptions {
  /** ISO 15924, as `Latn`. */
  readonly script: string;
  /** BCP 47, as `ja`. */
  readonly language: string;
  readonly rightToLeft?: boolean;
  /** OpenType features switched on or off, as `{ vert: true, liga: false }`. */
  readonly features?: Readonly<Record<string, boolean>>;
}

export interface ShapedGlyph {
  readonly glyph: number;
  /** Where in the text the first character stands that the glyph draws. */
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
  /** The point of the glyph that stands at the top centre of its cell. */
  readonly originX: number;
  readonly originY: number;
  readonly advance: number;
}

type Library = typeof HarfBuzz;

let library: Promise<Library> | undefined;

function loadHarfBuzz(): Promise<Library> {
  library ??= import('harfbuzzjs').catch((error: unknown) => {
    library = undefined;
    throw error;
  });
  return library;
}

/**
 * Opens an unpacked font (TrueType or OpenType).
 * @throws Error when the bytes hold no glyphs
 */
export async function openFace(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<FontFace> {
  const hb = await loadHarfBuzz();
  const face = new hb.Face(new hb.Blob(bytes));
  if (face.collectUnicodes().length === 0) throw new Error(`${key} has no characters`);
  return new HarfBuzzFace(hb, key, face);
}

class HarfBuzzFace implements FontFace {
  readonly unitsPerEm: number;
  readonly metrics: FontMetrics;
  readonly #hb: Library;
  readonly #font: HarfBuzz.Font;
  readonly #buffer: HarfBuzz.Buffer;
  readonly #verticalMeasure: ReturnType<typeof verticalMeasures>;
  readonly #known = new Map<number, boolean>();
  readonly #outlines = new Map<number, string>();
  readonly #ink = new Map<number, InkBox | undefined>();

  constructor(
    hb: Library,
    readonly key: string,
    face: HarfBuzz.Face,
  ) {
    this.#hb = hb;
    this.#font = new hb.Font(face);
    this.#buffer = new hb.Buffer();
    this.unitsPerEm = face.upem;
    // HarfBuzz gives views into its memory, which are lost when that grows.
    const table = (tag: string) => face.referenceTable(tag)?.slice();
    this.metrics = readMetrics(table, face.upem, this.#font.hExtents());
    this.#verticalMeasure = verticalMeasures(table);
  }

  has(codePoint: number): boolean {
    let known = this.#known.get(codePoint);
    if (known === undefined) {
      known = Boolean(this.#font.nominalGlyph(codePoint));
      this.#known.set(codePoint, known);
    }
    return known;
  }

  shape(text: string, start: number, end: number, options: ShapeOptions): ShapedGlyph[] {
    const buffer = this.#buffer;
    buffer.clearContents();
    buffer.addText(text, start, end - start);
    // What is never drawn (joiners, variation selectors) does its work and leaves no glyph.
    buffer.setFlags(this.#hb.BufferFlag.REMOVE_DEFAULT_IGNORABLES);
    buffer.setDirection(options.rightToLeft ? this.#hb.Direction.RTL : this.#hb.Direction.LTR);
    buffer.setScript(options.script);
    buffer.setLanguage(options.language);
    const features = Object.entries(options.features ?? {}).map(([tag, on]) => new this.#hb.Feature(tag, on ? 1 : 0));
    this.#hb.shape(this.#font, buffer, features);
    const positions = buffer.getGlyphPositions();
    const em = this.unitsPerEm;
    return buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => {
      const { xAdvance, xOffset, yOffset } = positions[index] as HarfBuzz.GlyphPosition;
      return { glyph: codepoint, cluster, advance: xAdvance / em, dx: xOffset / em, dy: yOffset / em };
    });
  }

  outline(glyph: number): string {
    let path = this.#outlines.get(glyph);
    if (path === undefined) {
      path = this.#font.glyphToPath(glyph);
      this.#outlines.set(glyph, path);
    }
    return path;
  }

  ink(glyph: number): InkBox | undefined {
    if (this.#ink.has(glyph)) return this.#ink.get(glyph);
    const box = this.#readInk(glyph);
    this.#ink.set(glyph, box);
    return box;
  }

  #readInk(glyph: number): InkBox | undefined {
    const extents = this.#font.glyphExtents(glyph);
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

  /**
   * HarfBuzz's own vertical origin takes the line's ascent for the cell's top in fonts without
   * VORG; `vmtx` says where it is. Some fonts give punctuation the advance of its ink but leave the
   * ink where it is in a full cell, outside that advance: such a glyph has the full cell.
   */
  vertical(glyph: number): VerticalPlace {
    const em = this.unitsPerEm;
    const width = this.#font.glyphHAdvance(glyph) / em;
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
