import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { test } from './policed.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Error' });

/** Causes an error without a specific message: the browser refuses to show a video on the full screen. */
async function failUnknown(page: Page) {
  await page.addInitScript(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('No full screen today'));
  });
  await page.goto('/video_playback');
  await page.getByRole('button', { name: 'Try a sample' }).click();
  await page.getByRole('button', { name: 'Full screen', exact: true }).click();
  await expect(dialog(page)).toBeVisible();
}

test.describe('the Error dialog', () => {
  test('shows the specified message of a known error, and closing the dialog clears the error', async ({ page }) => {
    await page.goto('/horizontal_editor');
    await page.getByRole('textbox', { name: 'Width', exact: true }).fill('0');
    const generate = page.getByRole('button', { name: 'Generate', exact: true });
    await generate.click();
    await expect(dialog(page).getByText('Failed to generate background.')).toBeVisible();
    await expect(dialog(page).getByText('Details')).toHaveCount(0);
    await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByText('Failed to generate background.')).toHaveCount(0);
    await expect(generate).toBeFocused();
    await generate.click();
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toBeHidden();
  });

  test('describes an unknown error in a sentence, with technical details behind a disclosure', async ({ page }) => {
    await failUnknown(page);
    await expect(dialog(page).getByText('Something went wrong.')).toBeVisible();
    await expect(dialog(page).getByText('No full screen today')).toBeHidden();
    await dialog(page).getByText('Details', { exact: true }).click();
    await expect(dialog(page).getByText('TypeError: No full screen today')).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Copy details' })).toBeVisible();
    await expectNoViolations(page);
  });
});

test('a screen that throws an error shows a message with a link to the home page, and other screens still open', async ({
  page,
}) => {
  await page.route('**/assets/privacy-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default function Broken() { throw new Error("Broken on purpose"); }',
    }),
  );
  await page.goto('/home');
  await page.getByRole('navigation').getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page stopped working');
  await expect(page.getByText('Broken on purpose')).toBeHidden();
  await expectNoViolations(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
  await page.goto('/privacy');
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL('/home');
});
