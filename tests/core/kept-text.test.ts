import { expect, it } from 'vitest';
import { restoreText } from '#core/text/clipboard.ts';

it('keeps a stored text that is too long to be drawn, and of one of millions the first hundred thousand', () => {
  expect(restoreText({ text: 'あ'.repeat(2500) }).text).toHaveLength(2500);
  expect(restoreText({ text: 'あ'.repeat(3_000_000) }).text).toBe('あ'.repeat(100_000));
});
