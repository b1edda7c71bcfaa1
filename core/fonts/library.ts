import { sameBytes } from '../base/bytes.ts';
import { cached } from '../base/cached.ts';
import { FudebakoError } from '../base/errors.ts';
import { drawnCodePoints, isEmoji, isPictograph, splitGraphemes } from '../base/graphemes.ts';
import { MAX_OPEN_FONTS } from '../base/limits.ts';
import { SizedCache } from '../base/sized-cache.ts';
import type { Fonts } from '../platform/fonts.ts';
import { type FontFamily, fallbackFamilies, findFamily, fontFile } from './catalogue.ts';
import { type FontFace, openFace } from './face.ts';
import { type FontSource, OpenFonts } from './open-fonts.ts';
import type { OwnFont } from './own.ts';
import { unpackFont } from './sfnt.ts';
import { subsetNames, subsetsFor } from './subsets.ts';

export interface FontChoice {
  /** A family of the catalog, or `own:` and the name of a visitor's font. */
  readonly fontFamily: string;
  readonly bold: boolean;
  readonly italic?: boolean;
}

/** Requested combination of bold and italic, which a family may lack. */
type FontVariant = Pick<FontChoice, 'bold' | 'italic'>;

export interface FontPiece {
  readonly face: FontFace;
  readonly text: string;
}

export interface GraphemeFont {
  /** Font for the grapheme; `undefined` for a color emoji, which the platform draws. */
  readonly face: FontFace | undefined;
  /** Text to shape in place of the grapheme, of equal length: the grapheme or an equivalent character. */
  readonly text: string;
  /** Parts of the grapheme with their fonts, if no subset of the family has the whole grapheme. */
  readonly pieces?: readonly FontPiece[];
  /** Name of the family that substitutes a grapheme that is missing in the chosen family. */
  readonly substitute?: string;
  /** True if no font has the grapheme: the chosen font draws its glyph for missing characters. */
  readonly missing?: boolean;
}

export interface FontSet {
  readonly japanese: boolean;
  readonly primary: FontFace;
  fontFor(grapheme: string): GraphemeFont;
}

/** Pairs of equivalent characters, of which a font or a keyboard may have only one. */
const equivalents: Readonly<Record<string, string>> = {
  '〜': '～',
  '～': '〜',
  '—': '―',
  '―': '—',
  '‖': '∥',
  '∥': '‖',
  '−': '－',
  '－': '−',
};

interface CachedFace {
  readonly face: Promise<FontFace>;
  /** Content of a visitor's font file; `undefined` for fonts of the catalog. */
  readonly own: Uint8Array | undefined;
}

const closeFace = ({ face }: CachedFace) =>
  void face.then(
    (opened) => opened.close(),
    () => {},
  );

/** Opens each font file once, and closes the least recently used fonts. */
export class FontLibrary {
  readonly #fonts: Fonts;
  readonly #faces = new SizedCache<string, CachedFace>(MAX_OPEN_FONTS, closeFace);
  readonly #ownKeys = new WeakMap<Uint8Array, string>();
  #openFonts: Promise<OpenFonts> | undefined;
  #ownCount = 0;

  constructor(fonts: Fonts) {
    this.#fonts = fonts;
  }

  /** Loads only the fonts that a text needs, from the chosen family and its substitutes. */
  async prepare(choice: FontChoice, text: string, ownFonts: readonly OwnFont[] = []): Promise<FontSet> {
    const family = findFamily(choice.fontFamily);
    const own = ownFonts.find(({ family }) => family === choice.fontFamily);
    if (!family && !own) throw new FudebakoError('fontUnknown', { family: choice.fontFamily });
    const graphemes = new Set(splitGraphemes(text).map((grapheme) => grapheme.text));
    const resolver = new Resolver(this, family, own, choice);
    const resolved = await Promise.all(
      [...graphemes].map(async (text) => [text, await resolver.resolve(text)] as const),
    );
    // Uses any subset of the chosen family for metrics, because all subsets have the same metrics.
    const native = resolved.find(([, font]) => font?.face && !font.substitute)?.[1]?.face;
    const primary = native ?? (await resolver.anyFace());
    if (resolved.some(([, font]) => font && !font.face)) await this.#fonts.prepareEmoji();
    const fonts = new Map(resolved);
    return {
      japanese: family?.scripts.includes('japanese') ?? primary.has(0x3042),
      primary,
      fontFor: (text) =>
        fonts.get(text) ?? { face: primary, text, ...(drawnCodePoints(text).length > 0 ? { missing: true } : {}) },
    };
  }

  openSubset(family: FontFamily, subset: string, { bold, italic = false }: FontVariant): Promise<FontFace> {
    const path = fontFile(family, subset, (bold && family.bold) || family.regular, italic && family.italic);
    return this.#openOnce(path, undefined, async () => this.#open(path, family.name, await this.#fonts.read(path)));
  }

  /** Opens a visitor's font. A file with equal content is opened once. Throws FudebakoError `fontLoad`. */
  openOwn({ family, name, bytes }: OwnFont): Promise<FontFace> {
    return this.#openOnce(this.#ownKey(family, bytes), bytes, () => this.#open(family, name, bytes));
  }

  /** Opens all visitors' fonts of a job, to report damaged fonts that no text uses. Throws FudebakoError `fontLoad`. */
  async openOwnFonts(fonts: readonly OwnFont[]): Promise<void> {
    for (const font of fonts) await this.openOwn(font);
  }

  async #open(key: string, name: string, packed: Uint8Array<ArrayBuffer>): Promise<OpenedFace> {
    const [openFonts, bytes] = await Promise.all([this.#shaper(), unpackFont(packed)]).catch((cause: unknown) => {
      throw new FudebakoError('fontLoad', { name }, { cause });
    });
    const source: FontSource = { name, bytes };
    return { face: openFace(openFonts, key, source), size: bytes.length };
  }

  #shaper(): Promise<OpenFonts> {
    this.#openFonts ??= this.#fonts.shaper().then(
      (program) => new OpenFonts(program),
      (error: unknown) => {
        this.#openFonts = undefined;
        throw error;
      },
    );
    return this.#openFonts;
  }

  #ownKey(family: string, bytes: Uint8Array): string {
    const known = this.#ownKeys.get(bytes);
    if (known !== undefined) return known;
    const prefix = `${family}\0`;
    const same = this.#faces.find(
      (key, { own }) => key.startsWith(prefix) && own !== undefined && sameBytes(own, bytes),
    );
    const key = same ?? `${prefix}${this.#ownCount++}`;
    this.#ownKeys.set(bytes, key);
    return key;
  }

  /** Caches the promise of an opening font, so that a font is opened once. A failed attempt can be retried. */
  #openOnce(key: string, own: Uint8Array | undefined, open: () => Promise<OpenedFace>): Promise<FontFace> {
    const known = this.#faces.get(key);
    if (known) return known.face;
    const opening = open();
    const face = opening.then((opened) => opened.face);
    const cached = { face, own };
    this.#faces.set(key, cached, own?.length ?? 0);
    opening.then(
      ({ size }) => this.#faces.resize(key, size + (own?.length ?? 0)),
      () => this.#faces.delete(key),
    );
    return face;
  }
}

interface OpenedFace {
  readonly face: FontFace;
  readonly size: number;
}

class Resolver {
  readonly #library: FontLibrary;
  readonly #family: FontFamily | undefined;
  readonly #own: OwnFont | undefined;
  readonly #look: FontVariant;

  constructor(library: FontLibrary, family: FontFamily | undefined, own: OwnFont | undefined, look: FontVariant) {
    this.#library = library;
    this.#family = family;
    this.#own = own;
    this.#look = look;
  }

  async anyFace(): Promise<FontFace> {
    if (this.#own) return this.#library.openOwn(this.#own);
    const family = this.#family as FontFamily;
    return this.#library.openSubset(family, subsetNames(family)[0] ?? 'latin', this.#look);
  }

  /** Finds the font of a grapheme; `undefined` for invisible graphemes and for graphemes that no font has. */
  async resolve(text: string): Promise<GraphemeFont | undefined> {
    if (isEmoji(text)) return { face: undefined, text };
    if (drawnCodePoints(text).length === 0) return undefined;
    const equivalent = equivalents[text];
    const chosen =
      (this.#own && (await this.#inOwn(this.#own, text))) ||
      (this.#family &&
        ((await this.#inFamily(this.#family, text)) ??
          (equivalent && (await this.#inFamily(this.#family, equivalent)))));
    if (chosen) return chosen;
    for (const family of fallbackFamilies(this.#family)) {
      const found = await this.#inFamily(family, text);
      if (found) return { ...found, substitute: family.name };
    }
    return isPictograph(text) ? { face: undefined, text } : undefined;
  }

  async #inOwn(own: OwnFont, text: string): Promise<GraphemeFont | undefined> {
    const face = await this.#library.openOwn(own);
    return draws(face, text) && hasInk(face, text) ? { face, text } : undefined;
  }

  /** Finds one subset for the whole grapheme, or several for base and marks, as in half-width katakana. */
  async #inFamily(family: FontFamily, text: string): Promise<GraphemeFont | undefined> {
    const face = await this.#inSubset(family, text);
    if (face) return { face, text };
    const characters = [...text].filter((character) => drawnCodePoints(character).length > 0);
    if (characters.length < 2) return undefined;
    const faces = await Promise.all(characters.map((character) => this.#inSubset(family, character)));
    const pieces = faces.flatMap((face, index) => (face ? { face, text: characters[index] ?? '' } : []));
    return pieces[0] && pieces.length === characters.length ? { face: pieces[0].face, text, pieces } : undefined;
  }

  async #inSubset(family: FontFamily, text: string): Promise<FontFace | undefined> {
    const codePoints = drawnCodePoints(text.normalize('NFC'));
    const subsets = new Set(codePoints.flatMap((codePoint) => subsetsFor(family, codePoint)));
    for (const subset of subsets) {
      const face = await this.#library.openSubset(family, subset, this.#look);
      if (draws(face, text)) return face;
    }
    return undefined;
  }
}

/** True if the font has all characters. Tries NFC and NFD, because HarfBuzz composes and decomposes characters. */
function draws(face: FontFace, text: string): boolean {
  return ['NFC', 'NFD'].some((form) => drawnCodePoints(text.normalize(form)).every((codePoint) => face.has(codePoint)));
}

/** False for characters that the font has only as bitmaps or color layers without outlines, which would be invisible. */
function hasInk(face: FontFace, text: string): boolean {
  const options = { script: 'Zyyy', language: 'en' };
  return (
    text.trim() === '' || face.shape(text, 0, text.length, options).some(({ glyph }) => face.outline(glyph) !== '')
  );
}

const libraries = new WeakMap<Fonts, FontLibrary>();

export const fontLibrary = (fonts: Fonts): FontLibrary => cached(libraries, fonts, () => new FontLibrary(fonts));
