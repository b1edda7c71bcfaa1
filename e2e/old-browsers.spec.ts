import { expect } from '@playwright/test';
import { needsNewerBrowser } from '../app/locales/languages.ts';
import { test } from './policed.ts';

for (const [what, remove] of [
  ['modules', 'delete HTMLScriptElement.prototype.noModule'],
  ['canvases in workers', 'delete globalThis.OffscreenCanvas'],
  ['structured copies', 'delete globalThis.structuredClone'],
  ['bounds of characters', 'delete Intl.Segmenter'],
] as const)
  test(`a browser without ${what} is told in both languages that it is too old`, async ({ page }) => {
    await page.addInitScript({ content: remove });
    await page.goto('/home');
    for (const sentence of Object.values(needsNewerBrowser)) await expect(page.getByText(sentence)).toBeVisible();
  });

test('a present browser is told nothing of that', async ({ page }) => {
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const sentence of Object.values(needsNewerBrowser)) await expect(page.getByText(sentence)).toBeHidden();
});
