import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { plainPicture } from './gestures.ts';
import { openPicture, pngUpload } from './pictures.ts';
import { test } from './policed.ts';

const TOOLS = [
  'cropper',
  'scaler',
  'format_converter',
  'color_adjuster',
  'blur_sharpen',
  'shape_editor',
  'advanced_text_editor',
  'horizontal_editor',
  'editor',
  'layer',
  'mask_creator',
] as const;

interface Limits {
  readonly width: number;
  readonly height: number;
  /** The stage begins no lower, in CSS pixels. */
  readonly top: number;
  /** So much of it is in the window. */
  readonly seen: number;
}

const WIDE: readonly Limits[] = [
  { width: 1440, height: 900, top: 64, seen: 560 },
  { width: 1024, height: 768, top: 64, seen: 480 },
];
const TOUCH: readonly Limits[] = [
  { width: 768, height: 1024, top: 100, seen: 400 },
  { width: 390, height: 844, top: 100, seen: 300 },
];

/** What a screen does not keep of what its frame promises, in words. */
const faults = (page: Page, limits: Limits, isTouch: boolean): Promise<string[]> =>
  page.evaluate(
    ({ top, seen, isTouch }) => {
      const found: string[] = [];
      const box = (selector: string) => (document.querySelector(selector) as Element).getBoundingClientRect();
      const stage = box('.stage');
      const inSight = Math.min(innerHeight, stage.bottom) - Math.max(0, stage.top);
      if (stage.top > top) found.push(`the stage begins at ${stage.top}`);
      if (inSight < seen) found.push(`${inSight} px of the stage are seen`);
      if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window');
      const bar = [...document.querySelectorAll('.action-bar-buttons button')].map((button) =>
        Math.round(button.getBoundingClientRect().top),
      );
      if (bar.length < 2 || new Set(bar).size > 1) found.push(`the bar's buttons stand at ${bar}`);
      const controls = '.tool-frame :is(button, a, input, textarea, [role=tab], .switch), .mobile-bar > :is(a, button)';
      for (const control of document.querySelectorAll(controls)) {
        // What only assistive technology finds has no size of its own, and its label is what is hit.
        if (!control.checkVisibility() || control.closest('.sr-only, span[style*="clip"], [hidden]')) continue;
        const { left, right, width, height } = control.getBoundingClientRect();
        if (width <= 1) continue;
        const name = control.getAttribute('aria-label') ?? control.textContent ?? control.tagName;
        if (left < 0 || right > innerWidth + 0.5) found.push(`${name} reaches from ${left} to ${right}`);
        if (isTouch && !control.matches('input') && (width < 43.5 || height < 43.5))
          found.push(`${name} is ${width} × ${height}`);
      }
      if (!isTouch) return found;
      const [sheet, foot] = [box('.tool-side'), box('.tool-foot')];
      if (sheet.height > innerHeight * 0.4 + 1) found.push(`the sheet is ${sheet.height} high`);
      if (stage.bottom > sheet.top + 1) found.push('the sheet covers the stage');
      if (sheet.bottom > foot.top + 1) found.push('the bar covers the sheet');
      if (Math.abs(foot.bottom - innerHeight) > 1) found.push(`the bar ends at ${foot.bottom}`);
      return found;
    },
    { ...limits, isTouch },
  );

async function open(page: Page, route: string): Promise<void> {
  await page.goto(`/${route}`);
  await openPicture(
    page,
    await pngUpload(plainPicture(300, 200, [90, 140, 200]), 'a-name-that-is-longer-than-most.png'),
  );
}

const resize = ({ width, height }: Limits, page: Page) => page.setViewportSize({ width, height });

for (const route of TOOLS)
  test(`${route} shows its picture first`, async ({ page }) => {
    await open(page, route);
    for (const limits of WIDE) {
      await resize(limits, page);
      await expect.poll(() => faults(page, limits, false), `${limits.width} px wide`).toEqual([]);
    }
  });

test.describe('under a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  for (const route of TOOLS)
    test(`${route} shows its picture first, and its settings beside it`, async ({ page }) => {
      await open(page, route);
      for (const limits of TOUCH) {
        await resize(limits, page);
        await expect.poll(() => faults(page, limits, true), `${limits.width} px wide`).toEqual([]);
      }
      await page.getByRole('button', { name: 'Show settings' }).tap();
      await expect(page.getByRole('button', { name: 'Hide settings' })).toBeInViewport();
      for (const limits of TOUCH) {
        await resize(limits, page);
        await expect.poll(() => faults(page, { ...limits, seen: 240 }, true), `${limits.width} px wide`).toEqual([]);
      }
    });

  test('a picture is handed to another app, and downloaded where the browser refuses', async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { shared: [] as File[], refuses: false });
      const state = window as unknown as { shared: File[]; refuses: boolean };
      Object.assign(navigator, {
        canShare: ({ files }: ShareData) => files?.every(({ type }) => type.startsWith('image/')),
        share: async ({ files = [] }: ShareData) => {
          if (state.refuses) throw new DOMException('Too late', 'NotAllowedError');
          state.shared.push(...files);
        },
      });
    });
    await open(page, 'scaler');
    const share = page.getByRole('button', { name: 'Share', exact: true });
    await share.tap();
    const shared = () =>
      page.evaluate(async () => {
        const [file] = (window as unknown as { shared: File[] }).shared;
        return file && { name: file.name, bytes: [...new Uint8Array(await file.arrayBuffer())] };
      });
    await expect.poll(async () => (await shared())?.name).toBe('a-name-that-is-longer-than-most.jpg');
    const { format, width, height } = await sharp(Buffer.from((await shared())?.bytes ?? [])).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 300, height: 200 });

    await page.evaluate(() => Object.assign(window, { refuses: true }));
    const [file] = await Promise.all([page.waitForEvent('download'), share.tap()]);
    expect(file.suggestedFilename()).toBe('a-name-that-is-longer-than-most.jpg');
    expect((await sharp(await readFile(await file.path())).metadata()).width).toBe(300);
  });
});

test('other ways to begin open from the title’s line by keys, and close by Escape or with another picture', async ({
  page,
}) => {
  await open(page, 'editor');
  const trigger = page.getByRole('button', { name: 'Open', exact: true });
  const ways = page.getByRole('dialog', { name: 'Where the picture comes from' });
  await trigger.focus();
  await page.keyboard.press('Enter');
  await expect(ways.getByRole('tab', { name: 'Blank Background' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ways).toBeHidden();
  await expect(trigger).toBeFocused();
  await page.keyboard.press('Enter');
  await ways.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(ways).toBeHidden();
  await expect(page.locator('.source-file')).toContainText('blank.png');
});

test('what the bar has no room for is in its menu', async ({ page }) => {
  await open(page, 'cropper');
  await resize({ width: 390, height: 844, top: 0, seen: 0 }, page);
  const save = page.getByRole('button', { name: 'Save for later' });
  await expect(save).toBeHidden();
  for (const name of ['Crop', 'Undo', 'Download JPG'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save for later' }).click();
  await expect(page.getByText('Saved. Any tool can load it')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(save).toBeVisible();
});
