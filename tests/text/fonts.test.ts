import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { EMOJI_FONT, findFamily, fontFamilies, fontFile } from '#core/fonts/catalogue.ts';
import { FontLibrary } from '#core/fonts/library.ts';
import { readOwnFont } from '#core/fonts/own.ts';
import { unpackFont } from '#core/fonts/sfnt.ts';
import { subsetNames, subsetsFor } from '#core/fonts/subsets.ts';
import type { Fonts } from '#core/platform/fonts.ts';
import { RANGES_FILE, rangesModule } from '#scripts/dev/build/font-ranges.ts';
import { faviconSvg } from '#scripts/dev/images/favicon.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';
import { firstOf } from '../deep.ts';
import { fontsFor, setText } from './setting.ts';

const require = createRequire(import.meta.url);
const folderOf = (slug: string) => dirname(require.resolve(`@fontsource/${slug}/package.json`));
const family = (name: string) => {
  const found = findFamily(name);
  if (!found) throw new Error(name);
  return found;
};

/** Fonts that record which files they load. */
function watchedFonts(): Fonts & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    ...nodeFonts,
    prepareEmoji: async () => {},
    read: (path) => {
      asked.push(path);
      return nodeFonts.read(path);
    },
  };
}

/** Returns the characters of CP932: JIS X 0208 with the extensions of NEC and IBM. */
function cp932(): string[] {
  const decoder = new TextDecoder('shift_jis');
  const bytes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const leads = [...bytes(0x81, 0x9f), ...bytes(0xe0, 0xef), ...bytes(0xfa, 0xfc)];
  const trails = bytes(0x40, 0xfc).filter((byte) => byte !== 0x7f);
  const decoded = leads.flatMap((lead) => trails.map((trail) => decoder.decode(new Uint8Array([lead, trail]))));
  return [...new Set(decoded)].filter((text) => text.length === 1 && text !== '\ufffd' && !/\p{Co}/u.test(text));
}

describe('the characters of CP932', () => {
  const japanese = fontFamilies.filter(({ scripts }) => scripts.includes('japanese'));

  it.each(firstOf(japanese, 3).map(({ name }) => name))(
    'all have a glyph with %s or its substitutes',
    async (fontFamily) => {
      const characters = [...cp932(), '⅓', '⅔', 'Ⅺ', 'Ⅻ'];
      expect(characters.length).toBeGreaterThan(7000);
      const fonts = await new FontLibrary(nodeFonts).prepare({ fontFamily, bold: false }, characters.join(''));
      const unmapped = characters.filter((character) => fonts.fontFor(character).missing);
      expect(unmapped).toEqual([]);
    },
  );
});

describe('the font catalog', () => {
  it('has 37 families: 5 base, 20 more, 12 Japanese, sorted', () => {
    expect(fontFamilies).toHaveLength(37);
    expect(fontFamilies.filter(({ scripts }) => scripts.includes('japanese'))).toHaveLength(12);
    for (const name of ['Roboto', 'Open Sans', 'Montserrat', 'Merriweather', 'Lato', 'Noto Serif JP'])
      expect(findFamily(name)?.name).toBe(name);
    expect(fontFamilies.some(({ scripts }) => scripts.includes('arabic'))).toBe(true);
    expect(fontFamilies.some(({ scripts }) => scripts.includes('devanagari'))).toBe(true);
    const names = fontFamilies.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  it.each(fontFamilies.map((each) => [each.name, each] as const))(
    'has %s with the metadata of its package',
    (_, each) => {
      const metadata = JSON.parse(readFileSync(join(folderOf(each.slug), 'metadata.json'), 'utf8'));
      expect(metadata.family).toBe(each.name);
      expect(metadata.license.type).toBe(each.licence);
      expect(metadata.weights).toContain(each.regular);
      if (each.bold) expect(metadata.weights).toContain(each.bold);
      else expect(metadata.weights.filter((weight: number) => weight >= 600)).toEqual([]);
      for (const weight of each.bold ? [each.regular, each.bold] : [each.regular])
        for (const subset of subsetNames(each)) {
          const [slug = '', file = ''] = fontFile(each, subset, weight).split('/');
          expect(existsSync(join(folderOf(slug), 'files', file)), file).toBe(true);
        }
    },
  );

  it('has up-to-date character ranges', () => {
    expect(readFileSync(RANGES_FILE, 'utf8')).toBe(rangesModule());
  });

  it.each(['Roboto', 'Noto Serif JP', 'Source Serif 4', 'Amiri'])('finds the subsets of %s’s package', (name) => {
    const each = family(name);
    const unicode: Record<string, string> = JSON.parse(readFileSync(join(folderOf(each.slug), 'unicode.json'), 'utf8'));
    for (const character of 'aéжλ字あ。ー…—ب１€')
      expect(subsetsFor(each, character.codePointAt(0) ?? 0).toSorted()).toEqual(
        Object.entries(unicode)
          .filter(([, ranges]) => inRanges(ranges, character.codePointAt(0) ?? 0))
          .map(([subset]) => subset.replace(/[[\]]/g, ''))
          .toSorted(),
      );
  });
});

/** Returns true if a `unicode-range` contains the code point, by a simple parser. */
function inRanges(ranges: string, codePoint: number): boolean {
  return ranges.split(',').some((range) => {
    const [first = '', last] = range.trim().slice(2).split('-');
    const from = Number.parseInt(first.replaceAll('?', '0'), 16);
    const to = Number.parseInt((last ?? first).replaceAll('?', 'F'), 16);
    return codePoint >= from && codePoint <= to;
  });
}

describe('loading font files', () => {
  it('reads only the files that a text needs, each once', async () => {
    const fonts = watchedFonts();
    const library = new FontLibrary(fonts);
    await library.prepare({ fontFamily: 'Noto Serif JP', bold: false }, 'きのう');
    await library.prepare({ fontFamily: 'Noto Serif JP', bold: false }, 'うきの');
    expect(fonts.asked).toEqual(['noto-serif-jp/noto-serif-jp-119-400-normal.woff2']);
    await library.prepare({ fontFamily: 'Lato', bold: true }, 'abc');
    expect(fonts.asked.slice(1)).toEqual(['lato/lato-latin-700-normal.woff2']);
  });

  it('falls back to regular if a family has no bold', async () => {
    const fonts = watchedFonts();
    await new FontLibrary(fonts).prepare({ fontFamily: 'Lobster', bold: true }, 'abc');
    expect(fonts.asked).toEqual(['lobster/lobster-latin-400-normal.woff2']);
  });

  it('retries after a failure', async () => {
    let fails = true;
    const fonts: Fonts = {
      ...nodeFonts,
      read: (path) => (fails ? Promise.reject(new Error('offline')) : nodeFonts.read(path)),
    };
    const library = new FontLibrary(fonts);
    await expect(library.prepare({ fontFamily: 'Lato', bold: false }, 'a')).rejects.toThrow('offline');
    fails = false;
    await expect(library.prepare({ fontFamily: 'Lato', bold: false }, 'a')).resolves.toBeDefined();
  });
});

describe('characters without a glyph in the font', () => {
  it('are drawn in another family, and named in a warning', async () => {
    const { missing, boxes } = await setText(nodeFonts, 'Hi 日本 क', { vertical: false, family: 'Merriweather' });
    expect(missing).toEqual([
      { characters: '日本', family: 'Noto Serif JP' },
      { characters: 'क', family: 'Noto Sans Devanagari' },
    ]);
    expect(boxes.every(({ outline }) => outline?.glyph !== 0)).toBe(true);
  });

  it('are named without a family if no font has them', async () => {
    const { missing, boxes } = await setText(nodeFonts, 'a\u{10a00}', { vertical: false, family: 'Lato' });
    expect(missing).toEqual([{ characters: '\u{10a00}', family: undefined }]);
    expect(boxes.at(-1)?.outline?.glyph).toBe(0);
  });

  it('are not reported if they are spaces', async () => {
    const { missing, boxes } = await setText(nodeFonts, '　一\u2003二', { family: 'Hina Mincho' });
    expect(missing).toEqual([]);
    expect(boxes.length).toBeGreaterThan(1);
  });

  it('are not reported if an equivalent character has a glyph', async () => {
    const { missing } = await setText(nodeFonts, '〜', { family: 'Yuji Syuku' });
    expect(missing).toEqual([]);
  });
});

describe('a visitor’s own font', () => {
  const woff2 = () => nodeFonts.read('lobster/lobster-latin-400-normal.woff2');

  it.each(['woff2', 'ttf'])('is accepted as .%s', async (extension) => {
    const bytes = extension === 'woff2' ? await woff2() : await unpackFont(await woff2());
    const own = await readOwnFont(fileFromBytes(`My Font.${extension}`, bytes));
    expect(own.family).toBe('own:My Font');
    const setting = { family: 'own:My Font', ownFonts: [own], vertical: false };
    const [mine, shipped] = [
      await setText(nodeFonts, 'Hello', setting),
      await setText(nodeFonts, 'Hello', { family: 'Lobster', vertical: false }),
    ];
    expect(mine.boxes.map(({ x, y, outline }) => [x, y, outline?.glyph])).toEqual(
      shipped.boxes.map(({ x, y, outline }) => [x, y, outline?.glyph]),
    );
    expect((await setText(nodeFonts, '日', setting)).missing).toEqual([{ characters: '日', family: 'Noto Sans JP' }]);
  });

  it('with colored glyphs only never draws invisible digits', async () => {
    const own = await readOwnFont(fileFromBytes('Color.woff2', await nodeFonts.read(EMOJI_FONT.file)));
    const { boxes, missing } = await setText(nodeFonts, 'Nr 123', {
      family: 'own:Color',
      ownFonts: [own],
      vertical: false,
    });
    for (const { text, outline } of boxes.filter((box) => box.text !== ' '))
      expect(outline?.face.outline(outline.glyph), text).not.toBe('');
    expect(missing.map(({ characters }) => characters).join('')).toContain('123');
  });

  it('is refused if it is damaged or not a font', async () => {
    const bytes = await woff2();
    await expect(readOwnFont(fileFromBytes('a.ttf', new Uint8Array(100)))).rejects.toMatchObject({ code: 'fontType' });
    const open = async (name: string, content: Uint8Array<ArrayBuffer>) =>
      new FontLibrary(nodeFonts).openOwn(await readOwnFont(fileFromBytes(name, content)));
    const refused = (name: string) => ({ code: 'fontLoad', data: { name } });
    await expect(open('a.woff2', bytes.slice(0, 2000))).rejects.toMatchObject(refused('a.woff2'));
    await expect(open('a.ttf', (await unpackFont(bytes)).slice(0, 300))).rejects.toMatchObject(refused('a.ttf'));
  });

  it('causes an error if a text names it and it is missing', async () => {
    await expect(fontsFor(nodeFonts, 'a', { family: 'own:Nothing' })).rejects.toMatchObject({
      code: 'fontUnknown',
      data: { family: 'own:Nothing' },
    });
  });
});

describe('the logo', () => {
  it('equals the favicon', () => {
    const icon = readFileSync(resolve(import.meta.dirname, '../../public/favicon.svg'), 'utf8');
    expect(icon).toBe(faviconSvg());
  });
});
