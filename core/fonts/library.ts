import { FudebakoError } from '../base/errors.ts';
import { drawnCodePoints, isEmoji, isPictograph, splitGraphemes } from '../base/graphemes.ts';
import type { Fonts } from '../platform/fonts.ts';
import { type FontFamily, fallbackFamilies, findFamily, fontFile } from './catalogue.ts';
import { type FontFace, openFace } from './face.ts';
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

/** Opens font files, each once. */
export class FontLibrary {
  readonly #fonts: Fonts;
  readonly #faces = new Map<string, Promise<FontFace>>();
  readonly #ownFaces = new WeakMap<OwnFont, Promise<FontFace>>();

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
    return this.#openOnce(this.#faces, path, async () =>
      openFace(path, await unpackFont(await this.#fonts.read(path))),
    );
  }

  openOwn(own: OwnFont): Promise<FontFace> {
    return this.#openOnce(this.#ownFaces, own, async () => openFace(own.family, await unpackFont(own.bytes)));
  }

  /** A failed attempt is not remembered, so that it can be tried again. */
  #openOnce<Key extends string | OwnFont>(
    faces: {
      get(key: Key): Promise<FontFace> | undefined;
      set(key: Key, face: Promise<FontFace>): unknown;
      delete(key: Key): boolean;
    },
    key: Key,
    open: () => Promise<FontFace>,
  ): Promise<FontFace> {
    let face = faces.get(key);
    if (!face) {
      face = open();
      faces.set(key, face);
      face.catch(() => faces.delete(key));
    }
    return face;
  }
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
