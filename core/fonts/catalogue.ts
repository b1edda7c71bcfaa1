/** A writing system that a family is made for, as the font picker groups and names it. */
export type FontScript =
  | 'latin'
  | 'greek'
  | 'cyrillic'
  | 'vietnamese'
  | 'hebrew'
  | 'arabic'
  | 'devanagari'
  | 'japanese';

export type FontStyle = 'sans' | 'serif' | 'display' | 'handwriting' | 'mono';

export interface FontFamily {
  /** As it is shown, chosen and written in settings. */
  readonly name: string;
  /** The @fontsource package and the beginning of its files' names. */
  readonly slug: string;
  readonly style: FontStyle;
  readonly scripts: readonly FontScript[];
  /** The weight that is drawn, and the one that `bold` asks for; a family without it is drawn as it is. */
  readonly regular: number;
  readonly bold: number | undefined;
  readonly licence: 'OFL-1.1' | 'Apache-2.0';
}

const european: readonly FontScript[] = ['latin', 'greek', 'cyrillic', 'vietnamese'];
const cyrillic: readonly FontScript[] = ['latin', 'cyrillic', 'vietnamese'];
const latin: readonly FontScript[] = ['latin'];
const japanese: readonly FontScript[] = ['latin', 'japanese'];

/** Every family that ships with the app, by name: 5 base, 20 more, 12 Japanese. */
export const fontFamilies: readonly FontFamily[] = [
  family('Abril Fatface', 'display', latin, { bold: undefined }),
  family('Amiri', 'serif', ['arabic', 'latin']),
  family('Bebas Neue', 'display', latin, { bold: undefined }),
  family('BIZ UDMincho', 'serif', japanese),
  family('Cairo', 'sans', ['arabic', 'latin']),
  family('Caveat', 'handwriting', ['latin', 'cyrillic']),
  family('Dancing Script', 'handwriting', ['latin', 'vietnamese']),
  family('Dela Gothic One', 'display', japanese, { bold: undefined }),
  family('EB Garamond', 'serif', european),
  family('Hina Mincho', 'serif', japanese, { bold: undefined }),
  family('Inter', 'sans', european),
  family('Klee One', 'handwriting', japanese, { bold: 600 }),
  family('Lato', 'sans', latin),
  family('Lobster', 'display', cyrillic, { bold: undefined }),
  family('Merriweather', 'serif', cyrillic),
  family('Montserrat', 'sans', cyrillic),
  family('Noto Sans Devanagari', 'sans', ['devanagari', 'latin']),
  family('Noto Sans Hebrew', 'sans', ['hebrew', 'latin']),
  family('Noto Sans JP', 'sans', japanese),
  family('Noto Serif JP', 'serif', japanese),
  family('Nunito', 'sans', cyrillic),
  family('Open Sans', 'sans', [...european, 'hebrew']),
  family('Oswald', 'sans', cyrillic),
  family('Pacifico', 'handwriting', cyrillic, { bold: undefined }),
  family('Playfair Display', 'serif', cyrillic),
  family('Poppins', 'sans', ['latin', 'devanagari']),
  family('Raleway', 'sans', cyrillic),
  family('Roboto', 'sans', european),
  family('Roboto Mono', 'mono', european),
  family('Roboto Slab', 'serif', european, { licence: 'Apache-2.0' }),
  family('Shippori Mincho', 'serif', japanese),
  family('Source Serif 4', 'serif', european),
  family('Yomogi', 'handwriting', japanese, { bold: undefined }),
  family('Yuji Syuku', 'serif', japanese, { bold: undefined }),
  family('Yusei Magic', 'display', japanese, { bold: undefined }),
  family('Zen Kaku Gothic New', 'sans', japanese),
  family('Zen Maru Gothic', 'sans', japanese),
];

function family(
  name: string,
  style: FontStyle,
  scripts: readonly FontScript[],
  options: Partial<Pick<FontFamily, 'bold' | 'licence'>> = {},
): FontFamily {
  const slug = name.toLowerCase().replaceAll(' ', '-');
  return { name, slug, style, scripts, regular: 400, bold: 700, licence: 'OFL-1.1', ...options };
}

/** What settings write before the name of a visitor's own family, so that it never hides one of the catalogue. */
export const OWN_PREFIX = 'own:';

/** Font files that a visitor can add, by extension. */
export const fontExtensions = ['ttf', 'otf', 'woff2'] as const;

export const familyNames: readonly string[] = fontFamilies.map(({ name }) => name);

const byName = new Map(fontFamilies.map((each) => [each.name, each]));

export function findFamily(name: string): FontFamily | undefined {
  return byName.get(name);
}

/** What platforms without colour emoji of their own draw them with. */
export const EMOJI_FONT = {
  name: 'Noto Color Emoji',
  file: 'noto-color-emoji/noto-color-emoji-emoji-400-normal.woff2',
} as const;

/** The file of a @fontsource package that holds one subset at one weight, as `Fonts.read` takes it. */
export function fontFile({ slug }: FontFamily, subset: string, weight: number): string {
  return `${slug}/${slug}-${subset}-${weight}-normal.woff2`;
}

/**
 * Families that stand in for a glyph that `family` lacks, most alike first: Japanese of the same
 * style, then the scripts, then those with the most symbols.
 */
export function fallbackFamilies(family: FontFamily | undefined): readonly FontFamily[] {
  const japaneseFirst =
    family?.style === 'serif' ? ['Noto Serif JP', 'Noto Sans JP'] : ['Noto Sans JP', 'Noto Serif JP'];
  const others = family?.style === 'serif' ? ['EB Garamond', 'Roboto'] : ['Roboto', 'EB Garamond'];
  return [...others, ...japaneseFirst, 'Amiri', 'Noto Sans Hebrew', 'Noto Sans Devanagari', 'Open Sans']
    .filter((name) => name !== family?.name)
    .flatMap((name) => findFamily(name) ?? []);
}
