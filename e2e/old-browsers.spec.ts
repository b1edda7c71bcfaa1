import { expect } from '@playwright/test';
import { needsNewerBrowser } from '../app/locales/languages.ts';
import { test } from './policed.ts';

for (const [what, remove] of [
  ['module scripts', 'delete HTMLScriptElement.prototype.noModule'],
  ['OffscreenCanvas', 'delete globalThis.OffscreenCanvas'],
  ['structuredClone', 'delete globalThis.structuredClone'],
  ['Intl.Segmenter', 'delete Intl.Segmenter'],
] as const)
  test(`a browser without ${what} shows in both languages that it is too old`, async ({ page }) => {
    await page.addInitScript({ content: remove });
    await page.goto('/home');
    for (const sentence of Object.values(needsNewerBrowser)) await expect(page.getByText(sentence)).toBeVisible();
  });

test('a current browser does not show that it is too old', async ({ page }) => {
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const sentence of Object.values(needsNewerBrowser)) await expect(page.getByText(sentence)).toBeHidden();
});
