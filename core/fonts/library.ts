import { sameBytes } from '../base/bytes.ts';
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

/** The font a text is set in. */
export interface FontChoice {
  /** A family of the catalogue, or `own:` and the name of a visitor's own. */
  readonly fontFamily: string;
  readonly bold: boolean;
}

/** A part of a grapheme and the face that draws it. */
export interface FontPiece {
  readonly face: FontFace;
  readonly text: string;
}

/** How a grapheme is drawn. */
export interface GraphemeFont {
  /** `undefined` where the platform draws a colour emoji. */
  readonly face: FontFace | undefined;
  /** What is shaped in the grapheme's place, of the same length: now and then a character's twin. */
  readonly text: string;
  /** Where no file of the font has the whole grapheme: its parts, each with the face that has it. */
  readonly pieces?: readonly FontPiece[];
  /** The family that stands in where the chosen one has no glyph. */
  readonly substitute?: string;
  /** No font has it: the chosen font's own sign for a missing glyph is drawn. */
  readonly missing?: boolean;
}

/** Everything that laying a text out needs of its fonts, in memory. */
export interface FontSet {
  readonly japanese: boolean;
  /** The face whose baseline the lines have. */
  readonly primary: FontFace;
  fontFor(grapheme: string): GraphemeFont;
}

/** Characters that fonts and keyboards take for each other. */
const twins: Readonly<Record<string, string>> = {
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
  /** The bytes of a visitor's own font file; `undefined` for fonts of the catalog. */
  readonly own: Uint8Array | undefined;
}

const closeFace = ({ face }: CachedFace) =>
  void face.then(
    (opened) => opened.close(),
    () => {},
  );

/** Opens font files, each once, and closes those used least recently. */
export class FontLibrary {
  readonly #fonts: Fonts;
  readonly #faces = new SizedCache<string, CachedFace>(MAX_OPEN_FONTS, closeFace);
  /** The keys of visitors' fonts, by the memory that holds their files. */
  readonly #ownKeys = new WeakMap<Uint8Array, string>();
  #openFonts: Promise<OpenFonts> | undefined;
  #ownCount = 0;

  constructor(fonts: Fonts) {
    this.#fonts = fonts;
  }

  /** The faces that a text needs, and no others: the chosen family's, and those that stand in for it. */
  async prepare(choice: FontChoice, text: string, ownFonts: readonly OwnFont[] = []): Promise<FontSet> {
    const family = findFamily(choice.fontFamily);
    const own = ownFonts.find(({ family }) => family === choice.fontFamily);
    if (!family && !own) throw new FudebakoError('fontUnknown', { family: choice.fontFamily });
    const graphemes = new Set(splitGraphemes(text).map((grapheme) => grapheme.text));
    const resolver = new Resolver(this, family, own, choice.bold);
    const resolved = await Promise.all(
      [...graphemes].map(async (text) => [text, await resolver.resolve(text)] as const),
    );
    // Any face of the chosen font will do: its measures are the same in all of them.
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

  /** A subset of a family. */
  openSubset(family: FontFamily, subset: string, bold: boolean): Promise<FontFace> {
    const path = fontFile(family, subset, (bold && family.bold) || family.regular);
    return this.#openOnce(path, undefined, async () => this.#open(path, family.name, await this.#fonts.read(path)));
  }

  /**
   * A visitor's font. The same file is opened once, also where its bytes come in other memory each time.
   * @throws FudebakoError `fontLoad`
   */
  openOwn({ family, name, bytes }: OwnFont): Promise<FontFace> {
    return this.#openOnce(this.#ownKey(family, bytes), bytes, () => this.#open(family, name, bytes));
  }

  /**
   * Opens the fonts of a job, so that a damaged one is refused also where no text uses it.
   * @throws FudebakoError `fontLoad`
   */
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

  /** The key of a font with this family and content. */
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

  /** A failed attempt is not remembered, so that it can be tried again. */
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

/** A face, and the size of its unpacked file. */
interface OpenedFace {
  readonly face: FontFace;
  readonly size: number;
}

/** Finds the faces for the graphemes of one text. */
class Resolver {
  readonly #library: FontLibrary;
  readonly #family: FontFamily | undefined;
  readonly #own: OwnFont | undefined;
  readonly #bold: boolean;

  constructor(library: FontLibrary, family: FontFamily | undefined, own: OwnFont | undefined, bold: boolean) {
    this.#library = library;
    this.#family = family;
    this.#own = own;
    this.#bold = bold;
  }

  async anyFace(): Promise<FontFace> {
    if (this.#own) return this.#library.openOwn(this.#own);
    const family = this.#family as FontFamily;
    return this.#library.openSubset(family, subsetNames(family)[0] ?? 'latin', this.#bold);
  }

  /** `undefined` for what is never drawn, and for what no font has. */
  async resolve(text: string): Promise<GraphemeFont | undefined> {
    if (isEmoji(text)) return { face: undefined, text };
    if (drawnCodePoints(text).length === 0) return undefined;
    const twin = twins[text];
    const chosen =
      (this.#own && (await this.#inOwn(this.#own, text))) ||
      (this.#family &&
        ((await this.#inFamily(this.#family, text)) ?? (twin && (await this.#inFamily(this.#family, twin)))));
    if (chosen) return chosen;
    for (const family of fallbackFamilies(this.#family)) {
      const found = await this.#inFamily(family, text);
      if (found) return { ...found, substitute: family.name };
    }
    return isPictograph(text) ? { face: undefined, text } : undefined;
  }

  async #inOwn(own: OwnFont, text: string): Promise<GraphemeFont | undefined> {
    const face = await this.#library.openOwn(own);
    return draws(face, text) ? { face, text } : undefined;
  }

  /** The whole grapheme from one subset; else letter and marks from several, as those of half-width katakana. */
  async #inFamily(family: FontFamily, text: string): Promise<GraphemeFont | undefined> {
    const face = await this.#inSubset(family, text);
    if (face) return { face, text };
    const characters = [...text].filter((character) => drawnCodePoints(character).length > 0);
    if (characters.length < 2) return undefined;
    const faces = await Promise.all(characters.map((character) => this.#inSubset(family, character)));
    const pieces = faces.flatMap((face, index) => (face ? { face, text: characters[index] ?? '' } : []));
    return pieces[0] && pieces.length === characters.length ? { face: pieces[0].face, text, pieces } : undefined;
  }

  /** The family's first subset that draws all of the text. */
  async #inSubset(family: FontFamily, text: string): Promise<FontFace | undefined> {
    const codePoints = drawnCodePoints(text.normalize('NFC'));
    const subsets = new Set(codePoints.flatMap((codePoint) => subsetsFor(family, codePoint)));
    for (const subset of subsets) {
      const face = await this.#library.openSubset(family, subset, this.#bold);
      if (draws(face, text)) return face;
    }
    return undefined;
  }
}

/** HarfBuzz composes and decomposes as the font needs it. */
function draws(face: FontFace, text: string): boolean {
  return ['NFC', 'NFD'].some((form) => drawnCodePoints(text.normalize(form)).every((codePoint) => face.has(codePoint)));
}

const libraries = new WeakMap<Fonts, FontLibrary>();

/** The library of a platform's fonts; the same one each time, so that files are opened once. */
export function fontLibrary(fonts: Fonts): FontLibrary {
  let library = libraries.get(fonts);
  if (!library) {
    library = new FontLibrary(fonts);
    libraries.set(fonts, library);
  }
  return library;
}
