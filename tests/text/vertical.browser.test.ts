import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createBrowserPlatform } from '#app/platform/browser.ts';
import { inlineWorkers } from '#app/platform/workers.ts';
import { findFamily, fontFile } from '#core/fonts/catalogue.ts';
import { fontLibrary } from '#core/fonts/library.ts';
import { subsetsFor } from '#core/fonts/subsets.ts';
import { layoutText, type TextLayout } from '#core/text/layout.ts';
import { paintText } from '#core/text/paint.ts';

const EM = 48;
const [WIDTH, HEIGHT] = [96, 620];
/** Adjacent pieces in pure colors on black: the value of a channel is the coverage of every third piece. */
const channels = ['#ff0000', '#00ff00', '#0000ff'];

/**
 * Columns as an author marks them up for a browser: characters in one cell are in brackets
 * (text-combine-upright). Chromium sets everything else. Adjacent punctuation is excluded: Chromium closes it
 * up only within one font file.
 */
const columns = [
  '国。国、国「国」国',
  '国『国』国（国）国',
  '国ー国…国—国〜国～国',
  '国ゃ国ゅ国ょ国っ国',
  '国ァ国ャ国ッ国ヶ国',
  '国[10]国[100]国[!?]国',
  '国％国℃国！国？国',
  '国Hello国国',
  '国ｱｲｳｶﾞ国',
  '国が国ぱ国ヴ国か゚国',
  '国々国ゝ国ゞ国ヽ国',
  '国：国；国・国＝国',
  'いろはにほへとちりぬる',
];

/** Matches before the second of two letters if it is half-width katakana or its mark. */
const HALF_WIDTH = /(?=[ｦ-ﾟ])/u;

/** The maximum distance of ink centers, in em. */
const AIM = 0.06;

describe.each(['Noto Serif JP', 'Shippori Mincho'])('columns match Chromium’s vertical-rl, in %s', (family) => {
  it.each(columns)('%s', async (marked) => {
    const pieces = marked.match(/\[[^\]]*\]|[A-Za-z]+|[ｦ-ﾟ]+|\P{M}\p{M}*/gu) ?? [];
    const texts = pieces.map((piece) => piece.replace(/[[\]]/g, ''));
    const platform = createBrowserPlatform(inlineWorkers);
    const text = texts.join('');
    const fonts = await fontLibrary(platform.fonts).prepare({ fontFamily: family, bold: false }, text);
    const layout = layoutText(
      text,
      fonts,
      {
        fontSizePx: EM,
        charGapEm: 0,
        lineGapEm: 0.6,
        vertical: true,
        variableWidth: true,
        align: 'center',
        vAlign: 'top',
      },
      { left: 0, top: 0, width: WIDTH, height: HEIGHT },
    );
    const ours = paintColumn(layout, texts, platform);
    const theirs = await chromiumColumn(pieces, family, text);
    const differences = texts.map((piece, index) => {
      const [a, b] = [ours, theirs].map((image) => center(image, index, middleOf(layout, texts, index)));
      return { piece, x: round((a?.x ?? 9) - (b?.x ?? 0)), y: round((a?.y ?? 9) - (b?.y ?? 0)) };
    });
    for (const { piece, x, y } of differences) {
      expect(Math.abs(x), `${piece} across`).toBeLessThanOrEqual(AIM);
      expect(Math.abs(y), `${piece} along`).toBeLessThanOrEqual(AIM);
    }
  });
});

const round = (value: number) => Math.round(value * 1000) / 1000;

/** Returns the glyph boxes of a piece. */
function boxesOf(layout: TextLayout, texts: readonly string[], index: number) {
  const start = texts.slice(0, index).join('').length;
  const end = start + (texts[index]?.length ?? 0);
  return layout.boxes.filter((box) => box.start >= start && box.start < end);
}

function middleOf(layout: TextLayout, texts: readonly string[], index: number): number {
  const boxes = boxesOf(layout, texts, index);
  return boxes.reduce((sum, { y }) => sum + y, 0) / boxes.length;
}

function paintColumn(layout: TextLayout, texts: readonly string[], platform: ReturnType<typeof createBrowserPlatform>) {
  const canvas = platform.canvases.create(WIDTH, HEIGHT);
  canvas.context.globalCompositeOperation = 'lighter';
  for (const [channel, color] of channels.entries()) {
    const boxes = texts.flatMap((_, index) => (index % 3 === channel ? boxesOf(layout, texts, index) : []));
    paintText(
      { ...layout, boxes },
      { color, outlineColor: color, outlineWidthPx: 0 },
      { canvas, canvases: platform.canvases },
      [1, 0, 0, 1, 0, 0],
    );
  }
  return canvas.toRaster();
}

/**
 * Loads the font files of a text under a family name that no system font has, and returns the name. The files
 * always include the space, whose font sets a column's baseline.
 */
async function loadFamily(familyName: string, text: string): Promise<string> {
  const family = findFamily(familyName);
  if (!family) throw new Error(familyName);
  const points = [...`${text} `].map((character) => character.codePointAt(0) ?? 0);
  const subsets = new Set(points.flatMap((point) => subsetsFor(family, point).slice(0, 1)));
  const alias = `test ${familyName}`;
  for (const subset of subsets) {
    const covered = points.filter((point) => subsetsFor(family, point)[0] === subset);
    const unicodeRange = covered.map((point) => `U+${point.toString(16)}`).join(',');
    const url = `${import.meta.env.FONTS_URL}/${fontFile(family, subset, 400)}`;
    const face = new FontFace(alias, `url(${url})`, { unicodeRange });
    document.fonts.add(await face.load());
  }
  return alias;
}

/** Returns the same pieces as colored spans, set by the browser with the same font files. */
async function chromiumColumn(pieces: readonly string[], familyName: string, text: string) {
  // Shippori Mincho has no half-width katakana, so the substitute family supplies them.
  const aliases: string[] = [];
  for (const name of new Set([familyName, 'Noto Serif JP'])) aliases.push(await loadFamily(name, text));
  await page.viewport(WIDTH + 20, HEIGHT + 20);
  const element = document.createElement('div');
  element.lang = 'ja';
  element.style.cssText =
    `position:fixed;left:0;top:0;width:${WIDTH}px;height:${HEIGHT}px;background:#000;writing-mode:vertical-rl;` +
    `font:${EM}px/${WIDTH}px ${aliases.map((alias) => `"${alias}"`).join()};white-space:nowrap;will-change:transform;overflow:hidden`;
  for (const [index, piece] of pieces.entries()) {
    const span = document.createElement('span');
    // Letter by letter: Chromium draws a letter and its mark from one file only, and here the files differ.
    for (const letter of piece.replace(/[[\]]/g, '').split(HALF_WIDTH)) {
      const part = document.createElement('span');
      part.textContent = letter;
      span.append(part);
    }
    span.style.color = channels[index % 3] ?? '';
    if (piece.startsWith('[')) span.style.setProperty('text-combine-upright', 'all');
    element.append(span);
  }
  document.body.append(element);
  await document.fonts.ready;
  const base64 = await page.screenshot({ element, save: false });
  element.remove();
  for (const face of [...document.fonts]) if (face.family.includes('test')) document.fonts.delete(face);
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
  expect([bitmap.width, bitmap.height]).toEqual([WIDTH, HEIGHT]);
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  return context?.getImageData(0, 0, WIDTH, HEIGHT) as ImageData;
}

/** Returns the center of a piece's ink in em, from its channel near the expected position. */
function center({ data }: { data: Uint8ClampedArray }, index: number, middle: number) {
  let [sum, sumX, sumY] = [0, 0, 0];
  for (let y = Math.max(0, Math.round(middle - EM * 1.6)); y < Math.min(HEIGHT, middle + EM * 1.6); y++)
    for (let x = 0; x < WIDTH; x++) {
      const weight = data[(y * WIDTH + x) * 4 + (index % 3)] ?? 0;
      sum += weight;
      sumX += weight * x;
      sumY += weight * y;
    }
  return { x: sumX / sum / EM, y: sumY / sum / EM };
}
