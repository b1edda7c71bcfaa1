import { describe, expect, it } from 'vitest';
import { browserFonts } from '#app/platform/fonts.ts';
import { exactNumbers, goldenTexts, setText } from './setting.ts';

const files = import.meta.glob<object>('./golden/*.json', { import: 'default' });

describe('layouts equal their golden files bit for bit, in Chromium as in Node', () => {
  it.each(Object.entries(goldenTexts))('for the texts %s', async (name, [text, setting]) => {
    const numbers = exactNumbers(await setText(browserFonts, text, setting));
    expect(JSON.parse(JSON.stringify(numbers))).toEqual(await files[`./golden/${name}.json`]?.());
  });
});
