import { expect } from '@playwright/test';
import { needsNewerBrowser } from '../app/locales/languages.ts';
import { test } from './policed.ts';

for (const [what, remove] of [
  ['module scripts', 'delete HTMLScriptElement.prototype.noModule'],
  ['OffscreenCanvas', 'delete globalThis.OffscreenCanvas'],
  ['structuredClone', 'delete globalThis.structuredClone'],
  ['Intl.Segmenter', 'delete Intl.Segmenter'],
] as const)
  test(`in a browser without ${what} the page says in both languages that the browser is too old`, async ({ page }) => {
    await page.addInitScript({ content: remove });
    await page.goto('/home');
    for (const sentence of Object.values(needsNewerBrowser)) await expect(page.getByText(sentence)).toBeVisible();
  });

test('in a current browser the page does not say that the browser is too old', async ({ page }) => {
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const sentence of Object.values(needsNewerBrowser)) await expect(page.getByText(sentence)).toBeHidden();
});
