import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { en } from '#app/locales/en.ts';
import { ja } from '#app/locales/ja.ts';
import { enStage } from '#app/locales/stage/stage-en.ts';
import { jaStage } from '#app/locales/stage/stage-ja.ts';
import { horizontalPage, verticalPage } from '#app/tools/text-page/text-page-kind.ts';
import { fontLibrary } from '#core/fonts/library.ts';
import { defaultValues } from '#core/parameters/parse.ts';
import { findMisfits } from '#core/text/fit.ts';
import { notationFields, type TextNotation } from '#core/text/settings.ts';
import { composeWork } from '#core/text/write.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';

const typesetter = { library: fontLibrary(nodeFonts), ownFonts: [] };
const notation = defaultValues(notationFields) as TextNotation;

const tables = [
  { ...en, stage: enStage },
  { ...ja, stage: jaStage },
];
const samples = tables.flatMap((words) =>
  [horizontalPage, verticalPage].flatMap((kind) => kind.samples.map((sample) => ({ words, kind, sample }))),
);

/** Returns the text at a key such as `common.close` or `stage:textPage.texts`. */
const wordAt = (words: object, key: string): string =>
  String(key.split(/[.:]/).reduce<unknown>((found, part) => (found as Record<string, unknown>)[part], words));

describe('a sample text on the sample image', () => {
  it.each(samples)('keeps its line breaks, and does not overlap its author: $sample.main.text', async (each) => {
    const { words, kind, sample } = each;
    const { width, height } = await sharp(readFileSync('public/samples/sample.jpg')).metadata();
    const size = { width, height };
    const [main, author] = [sample.main, sample.author].map(({ text, look }, tab) => {
      const [fresh] = kind.document.fresh().slice(tab);
      if (!fresh) throw new Error('missing part');
      return kind.look.begin({ ...fresh, text: wordAt(words, text) }, tab, look);
    });
    if (!main || !author) throw new Error('missing part');
    const page = {
      ...notation,
      text: main.text,
      author: author.text,
      style: { main: main.style, author: author.style },
      watermark: true,
    };
    const scene = await composeWork(kind.workOf(page), size, typesetter);
    expect(scene.texts[0]?.layout.lines).toHaveLength(main.text.split('\n').length);
    expect(scene.texts[1]?.layout.lines).toHaveLength(1);
    expect(findMisfits(scene, size)).toEqual([undefined, undefined]);
    const [first, second] = scene.texts.map(({ layout }) => layout.bounds);
    if (!first || !second) throw new Error('missing text');
    const apart =
      first.left + first.width <= second.left ||
      second.left + second.width <= first.left ||
      first.top + first.height <= second.top ||
      second.top + second.height <= first.top;
    expect(apart).toBe(true);
  });
});
