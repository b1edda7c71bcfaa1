import { expect, test } from '@playwright/test';
import { expectNoViolations } from './axe.ts';

/** Every screen of the sidebar, and home; kept complete by the test below. */
const addresses = ['/home', '/format_converter', '/cropper', '/scaler', '/site_issues', '/privacy', '/contact'];

test('the list of screens is complete', async ({ page }) => {
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const listed = await page
    .locator('aside nav a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect([...listed].sort()).toEqual(addresses.filter((address) => address !== '/home').sort());
});

for (const address of addresses)
  for (const language of ['en', 'ja'])
    for (const colorScheme of ['light', 'dark'] as const)
      test(`${address} in ${language}, ${colorScheme}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.goto(`${address}?lng=${language}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoViolations(page);
      });

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`what opens over a page, ${colorScheme}`, () => {
    test.beforeEach(async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    });

    test('the palette', async ({ page }) => {
      await page.goto('/home');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox')).toBeFocused();
      await expectNoViolations(page);
      await page.keyboard.type('zzzz');
      await expect(page.getByText('Nothing goes by that name.')).toBeVisible();
      await expectNoViolations(page);
    });

    test('the menu of small screens', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/home');
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      await expectNoViolations(page);
    });
  });
