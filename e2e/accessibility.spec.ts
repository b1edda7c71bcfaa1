import { expect, type Page } from '@playwright/test';
import { firstOf } from '../tests/deep.ts';
import { expectNoViolations } from './axe.ts';
import { openImage, pngUpload, translucentPixels } from './images.ts';
import { test } from './policed.ts';
import { textFaults, unfold } from './screen-faults.ts';

// Two of four pairs of language and theme suffice: names depend only on the language, contrast only on the theme.
const LOOKS = [
  ['ja', 'dark'],
  ['en', 'light'],
] as const;

for (const [language, colorScheme] of firstOf(LOOKS))
  test(`every screen passes axe in ${language}, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const address of ['/home', '/video_playback']) {
      await page.goto(`${address}?lng=${language}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoViolations(page);
    }
    const links = await page.locator('aside nav a').all();
    expect(links.length).toBeGreaterThan(6);
    for (const link of links) {
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expectNoViolations(page);
    }
  });

/** Checks the page with axe in the light and dark theme. The page follows the device's theme. */
async function expectNoViolationsInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of firstOf(['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNoViolations(page);
  }
}

test('image tools with an open image and all settings pass axe in both themes and languages', async ({ page }) => {
  const image = await pngUpload(translucentPixels());
  for (const address of firstOf(['/format_converter', '/cropper', '/color_adjuster', '/scaler', '/blur_sharpen']))
    await test.step(address, async () => {
      await page.goto(address);
      await openImage(page, image);
      if (address === '/format_converter') await page.locator('label', { hasText: /^JPG/ }).click();
      await unfold(page);
      await expectNoViolationsInBothThemes(page);
      await page.goto(`${address}?lng=ja`);
      await unfold(page);
      await expect.poll(() => textFaults(page)).toEqual([]);
    });
});

test('the command palette passes axe with and without results, in both themes', async ({ page }) => {
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await expectNoViolationsInBothThemes(page);
  await page.keyboard.type('zzzz');
  await expect(page.getByText('No results.')).toBeVisible();
  await expectNoViolationsInBothThemes(page);
});

test('the menu on small screens passes axe in both themes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/home');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expectNoViolationsInBothThemes(page);
});
