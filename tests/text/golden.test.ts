import { describe, expect, it } from 'vitest';
import { nodeFonts } from '#scripts/platform/fonts.ts';
import { exactNumbers, goldenTexts, setText } from './setting.ts';

// `golden.browser.test.ts` compares Chromium with the same files. After an intended change, `npx vitest run
// --project node tests/text/golden.test.ts -u` writes the files.
describe('layouts equal their golden files bit for bit, in Node', () => {
  it.each(Object.entries(goldenTexts))('for the texts %s', async (name, [text, setting]) => {
    const numbers = exactNumbers(await setText(nodeFonts, text, setting));
    await expect(`${JSON.stringify(numbers, undefined, 1)}\n`).toMatchFileSnapshot(`golden/${name}.json`);
  });
});
