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
  readonly name: string;
  /** Name of the font family's @fontsource package, which is also the prefix of the package's files. */
  readonly slug: string;
  readonly style: FontStyle;
  readonly scripts: readonly FontScript[];
  /** CSS font weights; `bold` is undefined if the family has no bold weight. */
  readonly regular: number;
  readonly bold: number | undefined;
  readonly italic: boolean;
  readonly licence: 'OFL-1.1' | 'Apache-2.0';
}

const european: readonly FontScript[] = ['latin', 'greek', 'cyrillic', 'vietnamese'];
const cyrillic: readonly FontScript[] = ['latin', 'cyrillic', 'vietnamese'];
const latin: readonly FontScript[] = ['latin'];
const japanese: readonly FontScript[] = ['latin', 'japanese'];

const italicFamilies = new Set([
  'Amiri',
  'EB Garamond',
  'Inter',
  'Lato',
  'Merriweather',
  'Montserrat',
  'Nunito',
  'Open Sans',
  'Playfair Display',
  'Poppins',
  'Raleway',
  'Roboto',
  'Roboto Mono',
  'Source Serif 4',
]);

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

/** Fallback fonts for symbols of CP932 that the Japanese families lack; hidden in font lists. */
export const supplementFamilies: readonly FontFamily[] = [
  { ...family('BIZ UDMincho', 'serif', japanese, { bold: undefined }), slug: 'biz-udmincho-supplement' },
  { ...family('BIZ UDGothic', 'sans', japanese), slug: 'biz-udgothic-supplement' },
];

function family(
  name: string,
  style: FontStyle,
  scripts: readonly FontScript[],
  options: Partial<Pick<FontFamily, 'bold' | 'licence'>> = {},
): FontFamily {
  const slug = name.toLowerCase().replaceAll(' ', '-');
  const italic = italicFamilies.has(name);
  return { name, slug, style, scripts, regular: 400, bold: 700, italic, licence: 'OFL-1.1', ...options };
}

/** Prefix of the family name of a visitor's font, so that a visitor's font never replaces a family of the catalog. */
export const OWN_PREFIX = 'own:';

export const fontExtensions = ['ttf', 'otf', 'woff2'] as const;

export const familyNames: readonly string[] = fontFamilies.map(({ name }) => name);

const byName = new Map(fontFamilies.map((each) => [each.name, each]));

export function findFamily(name: string): FontFamily | undefined {
  return byName.get(name);
}

/** Emoji font for platforms without color emoji. */
export const EMOJI_FONT = {
  name: 'Noto Color Emoji',
  file: 'noto-color-emoji/noto-color-emoji-emoji-400-normal.woff2',
} as const;

export function fontFile({ slug }: FontFamily, subset: string, weight: number, italic = false): string {
  return `${slug}/${slug}-${subset}-${weight}-${italic ? 'italic' : 'normal'}.woff2`;
}

/** Returns the families that substitute glyphs missing in `family`, most similar family first. */
export function fallbackFamilies(family: FontFamily | undefined): readonly FontFamily[] {
  const japaneseFirst =
    family?.style === 'serif' ? ['Noto Serif JP', 'Noto Sans JP'] : ['Noto Sans JP', 'Noto Serif JP'];
  const others = family?.style === 'serif' ? ['EB Garamond', 'Roboto'] : ['Roboto', 'EB Garamond'];
  const named = [...others, ...japaneseFirst, 'Amiri', 'Noto Sans Hebrew', 'Noto Sans Devanagari', 'Open Sans']
    .filter((name) => name !== family?.name)
    .flatMap((name) => findFamily(name) ?? []);
  const isSerif = (each: FontFamily) => (each.style === 'serif') === (family?.style === 'serif');
  return [...named, ...supplementFamilies.filter(isSerif)];
}
