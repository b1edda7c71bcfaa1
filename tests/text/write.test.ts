import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRaster, pixelWords, type Raster } from '#core/base/raster.ts';
import type { Warning } from '#core/platform/context.ts';
import { parseRecipe, runSteps } from '#core/recipes/recipe.ts';
import { commandHere } from '../command/harness.ts';
import { platform } from '../inline-platform.ts';
import { emptyFolder } from '../temporary-folders.ts';

const folder = emptyFolder();

interface Written {
  readonly raster: Raster;
  readonly warnings: readonly Warning[];
}

async function write(operation: string, params: object, image?: Raster): Promise<Written> {
  const warnings: Warning[] = [];
  const context = { platform, onWarning: (warning: Warning) => void warnings.push(warning) };
  return { raster: await runSteps(image, parseRecipe({ operation, params }), context), warnings };
}

type Color = readonly [red: number, green: number, blue: number, alpha: number];

const pixel = ({ data, width }: Raster, x: number, y: number): Color =>
  [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)] as unknown as Color;

/** Returns the box around the pixels for which `matches` returns true: left, top, right, bottom (exclusive). */
function extent(raster: Raster, matches: (color: Color) => boolean): [number, number, number, number] {
  const { data, width, height } = raster;
  let [left, top, right, bottom] = [width, height, 0, 0];
  // Reuses one list for all pixels, because an image has hundreds of thousands of pixels.
  const color: [number, number, number, number] = [0, 0, 0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < 4; channel++) color[channel] = data[(y * width + x) * 4 + channel] as number;
      if (!matches(color)) continue;
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x + 1);
      bottom = Math.max(bottom, y + 1);
    }
  return [left, top, right, bottom];
}

const isDark = ([red, green, blue]: Color) => red + green + blue < 120;
const isRed = ([red, green, blue]: Color) => red > 200 && green < 60 && blue < 60;

/** An image of translucent noise in every channel. */
function noise(width: number, height: number): Raster {
  const raster = createRaster(width, height);
  let state = 1;
  for (let index = 0; index < raster.data.length; index++) {
    state = (state * 48271) % 2147483647;
    raster.data[index] = state & 255;
  }
  return raster;
}

const blankPage = { width: 400, height: 600, watermark: false };

describe('write-vertical', () => {
  it('starts at the upper right, inside the paddings, with the author at the lower left', async () => {
    const { raster } = await write('write-vertical', {
      ...blankPage,
      text: '国国国',
      author: '国国',
      style: { main: { charGapEm: 0 }, author: { charGapEm: 0, textColor: '#ff0000' } },
    });
    // The font size, 8% of 600 px, is 48 px. The paddings are 3% of each side: 12 and 18 px.
    const [left, top, right, bottom] = extent(raster, isDark);
    expect(right).toBeGreaterThan(400 - 12 - 48 / 4);
    expect(right).toBeLessThanOrEqual(400 - 12);
    expect(left).toBeGreaterThanOrEqual(400 - 12 - 48);
    expect(top).toBeGreaterThanOrEqual(18);
    expect(top).toBeLessThan(18 + 8);
    expect(bottom).toBeLessThanOrEqual(18 + 3 * 48);
    expect(bottom).toBeGreaterThan(18 + 3 * 48 - 8);
    const author = extent(raster, isRed);
    expect(author[0]).toBeGreaterThanOrEqual(8);
    expect(author[2]).toBeLessThanOrEqual(8 + 36);
    expect(author[3]).toBeLessThanOrEqual(600 - 12);
    expect(author[3]).toBeGreaterThan(600 - 12 - 8);
  });

  it('draws the watermark at a tenth of the height, 10 px from the corner, and keeps columns clear of it', async () => {
    const params = { ...blankPage, text: '国'.repeat(9), watermark: true };
    const { raster } = await write('write-vertical', { ...params, background: '#00ff00' });
    const seal = extent(raster, ([red, green, blue]) => red === 0xc8 && green === 0x37 && blue === 0x1b);
    expect(seal).toEqual([400 - 70, 600 - 70, 400 - 10, 600 - 10]);
    const { raster: plain } = await write('write-vertical', { ...params, background: '#00ff00', watermark: false });
    expect(extent(plain, isDark)[3]).toBeGreaterThan(530);
    const column = extent(raster, (color) => isDark(color));
    expect(column[1]).toBeGreaterThanOrEqual(18);
    for (let y = 505; y < 530; y++) for (let x = 330; x < 390; x++) expect(isDark(pixel(raster, x, y))).toBe(false);
  });

  it('never makes letters smaller than 12 px', async () => {
    const { raster } = await write('write-vertical', {
      width: 100,
      height: 100,
      watermark: false,
      text: '国',
      style: { main: { fontPctH: 0.5 } },
    });
    const [, top, , bottom] = extent(raster, ([red]) => red < 240);
    expect(bottom - top).toBeGreaterThan(8);
    expect(bottom - top).toBeLessThanOrEqual(13);
  });
});

describe('write-horizontal', () => {
  const text = 'HHH';
  const main = { useVariableWidthFont: true, charGapEm: 0 };

  it('starts at the upper left; the author follows at the right, or is at its own position', async () => {
    const author = { useVariableWidthFont: true, textColor: '#ff0000' };
    const { raster } = await write('write-horizontal', { ...blankPage, text, author: 'HH', style: { main, author } });
    const [left, top] = extent(raster, isDark);
    expect(left).toBeGreaterThanOrEqual(12);
    expect(left).toBeLessThan(12 + 5);
    expect(top).toBeGreaterThan(18);
    expect(top).toBeLessThan(18 + 10);
    const follows = extent(raster, isRed);
    expect(follows[2]).toBeGreaterThan(400 - 8 - 5);
    // The author's name starts below a line of 48 px and a gap of 0.6 lines.
    expect(follows[1]).toBeGreaterThan(18 + 48 + 0.6 * 48);
    expect(follows[3]).toBeLessThan(18 + 48 + 0.6 * 48 + 36);
    const placed = { ...author, paddingPctH: 10 };
    const low = await write('write-horizontal', { ...blankPage, text, author: 'HH', style: { main, author: placed } });
    expect(extent(low.raster, isRed)[3]).toBeLessThanOrEqual(540);
    expect(extent(low.raster, isRed)[3]).toBeGreaterThan(520);
  });

  it('draws a round outline of the set width under the fill', async () => {
    const bare = { ...main, fontFamily: 'Roboto', textColor: '#000000' };
    const outlined = { ...bare, outlineTextWidth: 10, outlineTextColor: '#ff0000' };
    const plain = extent(
      (await write('write-horizontal', { ...blankPage, text: 'H', style: { main: bare } })).raster,
      isDark,
    );
    const { raster } = await write('write-horizontal', { ...blankPage, text: 'H', style: { main: outlined } });
    expect(extent(raster, isDark)).toEqual(plain);
    const [left, top, right, bottom] = extent(raster, isRed);
    for (const [outer, inner] of [
      [left, plain[0] - 10],
      [top, plain[1] - 10],
      [right, plain[2] + 10],
      [bottom, plain[3] + 10],
    ] as const)
      expect(Math.abs(outer - inner)).toBeLessThanOrEqual(1);
    expect(isRed(pixel(raster, left, top))).toBe(false);
  });

  it('shows a translucent color evenly where letters and outlines overlap', async () => {
    const style = {
      main: {
        ...main,
        fontPctH: 30,
        outlineTextWidth: 20,
        outlineTextColor: '#ff000080',
        textColor: '#00000000',
        paddingPctW: 10,
        paddingPctH: 10,
      },
    };
    const { raster } = await write('write-horizontal', { ...blankPage, text: 'WWW', style });
    const strongest = raster.data.reduce((least, value, at) => (at % 4 === 1 ? Math.min(least, value) : least), 255);
    expect(strongest).toBeGreaterThanOrEqual(126);
    expect(strongest).toBeLessThanOrEqual(128);
  });
});

describe('write-texts', () => {
  it('changes no pixel outside the texts', async () => {
    const image = noise(300, 200);
    const before = image.data.slice();
    const texts = [{ text: 'Hello', fontPt: 30, boundingBox: { left: 50, top: 60, right: 250, bottom: 120 } }];
    const { raster } = await write('write-texts', { texts }, image);
    expect(image.data).toEqual(before);
    const [now, then] = [pixelWords(raster), pixelWords(image)];
    const changed = [...now.keys()].filter((index) => now[index] !== then[index]);
    const outside = changed.filter((index) => {
      const [x, y] = [index % 300, Math.floor(index / 300)];
      return x < 45 || x >= 255 || y < 55 || y >= 125;
    });
    expect(outside).toEqual([]);
    expect(changed.length).toBeGreaterThan(300);
    const { raster: untouched } = await write('write-texts', { texts: [{ text: '' }, {}] }, image);
    expect(untouched.data).toEqual(before);
  });

  it('draws and fills the box, grown by its margin, with the border centered on the edge', async () => {
    const box = { left: 100, top: 100, right: 300, bottom: 200 };
    const frame = {
      drawBox: true,
      fillBox: true,
      fillColor: '#ff0000',
      borderColor: '#000000',
      borderWidth: 10,
      boxMargin: 20,
      boundingBox: box,
    };
    const { raster } = await write('write-texts', { width: 400, height: 300, texts: [{ text: '', ...frame }] });
    expect(extent(raster, isDark)).toEqual([75, 75, 325, 225]);
    expect(extent(raster, isRed)).toEqual([85, 85, 315, 215]);
    const { raster: round } = await write('write-texts', {
      width: 400,
      height: 300,
      texts: [{ ...frame, borderRadius: 60 }],
    });
    expect(isDark(pixel(round, 77, 77))).toBe(false);
    expect(isDark(pixel(round, 200, 77))).toBe(true);
    const { raster: filled } = await write('write-texts', {
      width: 400,
      height: 300,
      texts: [{ ...frame, drawBox: false }],
    });
    expect(extent(filled, isDark)).toEqual([400, 300, 0, 0]);
    expect(extent(filled, isRed)).toEqual([80, 80, 320, 220]);
  });

  it('rotates text and box clockwise about the center of the box', async () => {
    const text = {
      drawBox: true,
      fillBox: true,
      fillColor: '#ff0000',
      borderWidth: 0,
      boundingBox: { left: 100, top: 140, right: 300, bottom: 160 },
    };
    const { raster } = await write('write-texts', { width: 400, height: 300, texts: [{ ...text, rotation: 90 }] });
    expect(extent(raster, isRed)).toEqual([190, 50, 210, 250]);
    const { raster: slanted } = await write('write-texts', {
      width: 400,
      height: 300,
      texts: [{ ...text, rotation: 30 }],
    });
    expect(isRed(pixel(slanted, 270, 190))).toBe(true);
    expect(isRed(pixel(slanted, 270, 110))).toBe(false);
  });

  it.each([
    ['empty', { left: 0, top: 0, right: 0, bottom: 0 }],
    ['reversed', { left: 50, top: 0, right: 10, bottom: 20 }],
    ['outside', { left: 900, top: 0, right: 990, bottom: 20 }],
  ])('uses the whole image for a box that is %s', async (_, boundingBox) => {
    const texts = [{ text: 'H', align: 'right', vAlign: 'bottom', fontPt: 30, fontFamily: 'Roboto' }];
    const whole = await write('write-texts', { width: 200, height: 100, texts });
    const { raster } = await write('write-texts', {
      width: 200,
      height: 100,
      texts: texts.map((text) => ({ ...text, boundingBox })),
    });
    expect(raster.data).toEqual(whole.raster.data);
    expect(extent(raster, isDark)[2]).toBeGreaterThan(190);
  });

  it('converts points to pixels by 96/72', async () => {
    const height = async (fontPt: number) => {
      const { raster } = await write('write-texts', {
        width: 900,
        height: 900,
        texts: [{ text: 'H', fontPt, fontFamily: 'Roboto' }],
      });
      const [, top, , bottom] = extent(raster, isDark);
      return bottom - top;
    };
    // The height of Roboto's capitals is 1456/2048 of an em.
    expect(Math.abs((await height(300)) - (400 * 1456) / 2048)).toBeLessThanOrEqual(1);
  });

  it('warns of characters that the font lacks, and draws them in another font', async () => {
    const { warnings, raster } = await write('write-texts', {
      width: 300,
      height: 200,
      texts: [{ text: '字', fontFamily: 'Lato' }],
    });
    expect(warnings).toEqual([
      { code: 'glyphsSubstituted', data: { font: 'Lato', characters: '字', family: 'Noto Sans JP' } },
    ]);
    expect(extent(raster, isDark)[2]).toBeGreaterThan(100);
  });

  it('warns of characters that no font has, and draws boxes', async () => {
    const { warnings } = await write('write-texts', { width: 300, height: 200, texts: [{ text: 'a\ue000' }] });
    expect(warnings).toMatchObject([{ code: 'glyphsMissing', data: { characters: '\ue000' } }]);
  });

  it('draws bold text with more ink', async () => {
    const ink = async (bold: boolean) => {
      const { raster } = await write('write-texts', {
        width: 300,
        height: 200,
        texts: [{ text: 'HEH', fontPt: 60, fontFamily: 'Lato', bold }],
      });
      return raster.data.filter((value, index) => index % 4 === 0 && value < 128).length;
    };
    expect(await ink(true)).toBeGreaterThan(1.2 * (await ink(false)));
  });

  it('keeps a translucent background’s color', async () => {
    const { raster } = await write('write-texts', { width: 3, height: 2, background: '#ff800010', texts: [] });
    expect(pixel(raster, 1, 1)).toEqual([255, 128, 0, 16]);
  });
});

describe('invalid text parameters', () => {
  it.each([
    ['write-texts', { texts: [{ text: 'a' }, { fontPt: 1001 }] }, 'params.texts[1].fontPt'],
    ['write-texts', { texts: [{ fontFamily: 'Comic Sans' }] }, 'params.texts[0].fontFamily'],
    ['write-texts', { texts: [{ charGapEm: 5.05 }] }, 'params.texts[0].charGapEm'],
    ['write-texts', { texts: [{ outlineTextWidth: 21 }] }, 'params.texts[0].outlineTextWidth'],
    ['write-texts', { texts: [{ text: 'a\u0007' }] }, 'params.texts[0].text'],
    ['write-texts', { texts: Array.from({ length: 11 }, () => ({})) }, 'params.texts'],
    ['write-texts', { texts: [{ font: 'Lato' }] }, 'params.texts[0].font'],
    ['write-vertical', { text: 'a', author: 'b\u0000' }, 'params.author'],
    ['write-vertical', { text: 'a', style: { main: { fontPctH: 51 } } }, 'params.style.main.fontPctH'],
    [
      'write-vertical',
      { text: 'a', style: { main: { useVariableWidthFont: true } } },
      'params.style.main.useVariableWidthFont',
    ],
    ['write-horizontal', { text: 'a', style: { author: { paddingPctW: 100 } } }, 'params.style.author.paddingPctW'],
    ['write-horizontal', {}, 'params.text'],
    ['write-horizontal', { text: 'a'.repeat(2001) }, 'params.text'],
  ])('are refused with the path of the invalid value: %s %j', (operation, params, path) => {
    expect(() => parseRecipe({ operation, params })).toThrow(expect.objectContaining({ path }));
  });

  it.each([
    [' \n ', 'textEmpty'],
    ['a\u0007', 'textControlCharacters'],
  ])('are refused for a main text: %j', (text, code) => {
    expect(() => parseRecipe({ operation: 'write-vertical', params: { text } })).toThrow(
      expect.objectContaining({ code }),
    );
  });
});

describe('the text commands', () => {
  const path = (name: string) => join(folder, name);
  const run = (...args: string[]) => commandHere(folder, args);

  it('apply a style file with settings that were copied in the page', async () => {
    writeFileSync(path('style.json'), JSON.stringify({ main: { textColor: '#c8371b' } }));
    const finished = await run(
      'write-vertical',
      '--text',
      '春は\nあけぼの',
      '--author',
      '清少納言',
      '--style',
      'style.json',
      '-o',
      'poem.jpg',
    );
    expect(finished).toMatchObject({ code: 0, stderr: '' });
    expect([...readFileSync(path('poem.jpg')).subarray(0, 2)]).toEqual([0xff, 0xd8]);
  });

  it('accept a font file', async () => {
    writeFileSync(path('Hand.woff2'), await platform.fonts.read('caveat/caveat-latin-400-normal.woff2'));
    writeFileSync(path('texts.json'), JSON.stringify([{ text: 'Hello', fontFamily: 'own:Hand' }]));
    expect(await run('write-texts', '--texts', 'texts.json', '--fonts', 'Hand.woff2', '-o', 'own.png')).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  it('name the characters that a font lacks', async () => {
    const { code, stderr } = await run('write-horizontal', '--text', 'Hi 字', '-o', 'mixed.png');
    expect(code).toBe(0);
    expect(stderr).toContain('Merriweather has no 字; Noto Serif JP is used instead.');
  });

  it.each([
    [
      'an unknown font',
      ['--style', '{"main":{"fontFamily":"Comic Sans"}}'],
      'style.main.fontFamily must be one of Abril Fatface',
    ],
    ['bad JSON', ['--style', '{"main":'], 'Invalid JSON'],
    ['an unknown field', ['--style', '{"main":{"size":3}}'], 'Unknown parameter style.main.size.'],
    ['a control character', ['--author', 'a\u0007'], '--author has control characters'],
    ['an image of size 0', ['--width', '0'], '--width must be from 1 to 5000'],
  ])('refuse %s in one line, with exit code 2', async (_, args, message) => {
    const { code, stderr, stdout } = await run('write-vertical', '--text', 'a', '-o', 'never.png', ...args);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect([code, stdout]).toEqual([2, '']);
  });

  it('refuse an empty text with the page’s message, with exit code 2', async () => {
    expect(await run('write-vertical', '--text', ' ', '-o', 'never.png')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Please enter text.'),
    });
  });
});
