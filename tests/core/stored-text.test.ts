import { expect, it } from 'vitest';
import { restoreText } from '#app/tools/text-boxes/clipboard.ts';

it('a stored text over the editor’s limit is restored, and a text of millions of characters is cut to 100,000', () => {
  expect(restoreText({ text: 'あ'.repeat(2500) }).text).toHaveLength(2500);
  expect(restoreText({ text: 'あ'.repeat(3_000_000) }).text).toBe('あ'.repeat(100_000));
});
