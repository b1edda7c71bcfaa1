import { expect, type Locator, type Page } from '@playwright/test';
import { openImage, pngUpload, stageReady, translucentPixels } from './images.ts';
import { test } from './policed.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search tools and commands' });
const input = (page: Page) => palette(page).getByRole('combobox');
/** Name of the group with the tool's unavailable commands. */
const notNow = (page: Page) => palette(page).getByRole('group', { name: 'This tool: not available now' });
const chosen = (page: Page) => palette(page).locator('[role="option"][aria-selected="true"]');

async function open(page: Page, address = '/home') {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
}

test('the command palette opens a screen by keyboard alone, and offers a tool’s actions only while the tool is open', async ({
  page,
}) => {
  await open(page);
  await page.keyboard.type('crop');
  await expect(chosen(page)).toHaveText('Crop');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/cropper');
  await expect(palette(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Crop' })).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByText('This tool', { exact: true })).toBeVisible();
  await page.keyboard.type('privacy');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/privacy');
  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
  await expect(palette(page).getByText('This tool')).toHaveCount(0);
});

test('the command palette selects the best result, resets the selection when the query changes, and reports an empty result', async ({
  page,
}) => {
  await open(page);
  for (const [typed, name] of [
    ['きりぬき', 'Crop'],
    ['podcast', 'Create Video'],
  ] as const) {
    await page.keyboard.type('zz');
    await expect(chosen(page)).toHaveCount(0);
    await input(page).fill(typed);
    await expect(chosen(page)).toHaveText(name);
    await expect(palette(page).getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await input(page).fill('');
    await expect(chosen(page)).toHaveText('Format Converter');
  }
  // Arrow keys move through the results and wrap around.
  await page.keyboard.press('ArrowDown');
  await expect(chosen(page)).not.toHaveText('Format Converter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(chosen(page)).toHaveText('Theme: Dark');
  await page.keyboard.press('ArrowDown');
  await expect(chosen(page)).toHaveText('Format Converter');

  await page.keyboard.type('zzzz');
  await expect(palette(page).getByText('No results.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeVisible();
});

test('a command of another tool opens the tool and runs on the open image, also if a typed word matches nothing', async ({
  page,
}) => {
  await page.goto('/cropper');
  await openImage(page, await pngUpload(translucentPixels()));
  await stageReady(page);
  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('red arrow');
  await expect(chosen(page)).toHaveText('Draw an arrow (Shape Editor)');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/shape_editor');
  await expect(page.getByRole('button', { name: 'Arrow', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

test('the command palette finds the video player by what it makes, in both languages', async ({ page }) => {
  for (const [query, label, words] of [
    ['', 'Cut a video or make a GIF (Video Player)', ['trim', 'gif', 'cut', '切り出し']],
    ['?lng=ja', '動画を切り出す・GIF にする（動画プレーヤー）', ['trim', 'gif', 'cut', '切り出し']],
  ] as const) {
    await page.goto(`/cropper${query}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    for (const word of words) {
      await page.getByRole('dialog').getByRole('combobox').fill(word);
      await expect(page.getByRole('option', { name: label })).toBeVisible();
    }
  }
});

test('the command palette lists what was chosen last first, then the open tool’s commands with their icons and keys, then tools', async ({
  page,
}) => {
  await open(page, '/cropper');
  const headings = palette(page).locator('[cmdk-group-heading]');
  await expect(headings.first()).toHaveText('This tool');
  await page.keyboard.type('sclae');
  await expect(chosen(page)).toHaveText('Scale');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/scaler');
  await openImage(page, await pngUpload(translucentPixels()));
  await page.keyboard.press('Control+k');
  await page.keyboard.type('rotate right');
  await expect(chosen(page)).toContainText('R');
  await page.keyboard.press('Enter');
  await expect(page.getByText('64 × 256 px', { exact: true })).toBeVisible();

  await page.reload();
  await stageReady(page);
  await page.keyboard.press('Control+k');
  // Scale is the open tool, so it isn't listed.
  await expect(headings).toHaveText([
    'Recent',
    'This tool',
    'Go to',
    'Language',
    'Theme',
    'This tool: not available now',
  ]);
  await expect(chosen(page)).toContainText('Rotate right');
  await page.keyboard.type('undo');
  await expect(chosen(page)).toContainText('Ctrl+Z');
});

test('the command palette lists available actions before unavailable actions', async ({ page }) => {
  const names = (options: Locator) => options.allTextContents();
  await open(page, '/cropper');
  const unavailable = notNow(page).getByRole('option');
  await expect(unavailable.first()).toBeAttached();
  const expectLast = async () => {
    const last = await names(unavailable);
    expect((await names(palette(page).getByRole('option'))).slice(-last.length)).toEqual(last);
  };
  await expectLast();
  await expect(notNow(page).locator('[aria-selected="true"]')).toHaveCount(0);
  // The search text matches an unavailable action of the tool, and entries in other groups.
  await input(page).fill('re');
  await expect(chosen(page)).toBeVisible();
  await expect(unavailable).not.toHaveCount(0);
  await expectLast();
  await expect(palette(page).getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
});

test('the command palette opens by shortcut and button, closes by shortcut, Escape and a click beside it, and returns focus', async ({
  page,
}) => {
  await page.goto('/home');
  const link = page.getByRole('link', { name: 'Get Started' });
  await link.focus();
  await page.keyboard.press('Meta+k');
  await expect(input(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(link).toBeFocused();

  const button = page.getByRole('button', { name: 'Search' });
  await button.click();
  await expect(input(page)).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await expect(palette(page)).toBeVisible();
  await page.mouse.click(20, 880);
  await expect(palette(page)).toBeHidden();
});

test('the command palette switches language and theme, and finds a screen by its English name in Japanese', async ({
  page,
}) => {
  await open(page, '/privacy');
  await page.keyboard.type('nihongo 日本語');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('プライバシー');
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'ツールや操作を検索' });
  await dialog.getByRole('combobox').fill('crop');
  await expect(dialog.locator('[role="option"][aria-selected="true"]')).toHaveText('切り抜き');
  await dialog.getByRole('combobox').fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the command palette runs the open tool’s available actions and explains the unavailable actions', async ({
  page,
}) => {
  await open(page, '/cropper');
  await page.keyboard.type('save for');
  const save = palette(page).getByRole('option', { name: 'Save for later' });
  await expect(notNow(page).getByRole('option', { name: 'Save for later' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(palette(page).getByText('Please upload an image first.')).toBeVisible();
  await input(page).fill('load last');
  await expect(palette(page).getByText('Please upload an image first.')).toHaveCount(0);
  await expect(chosen(page)).toHaveText('Load Last Image');
  await page.keyboard.press('Enter');
  await expect(palette(page).getByText('No stored image found')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Try a sample' }).click();
  await expect(page.getByText('1200 × 800 px', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('save for');
  await expect(save).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
  await expect(page.getByText(/^Saved\. /)).toBeVisible();
  // An image is open, but nothing has been undone.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('redo');
  await page.keyboard.press('Enter');
  await expect(palette(page).getByText('Nothing to do right now.')).toBeVisible();
});

test.describe('during input method composition', () => {
  interface Key {
    readonly key: string;
    readonly ctrlKey?: boolean;
    readonly isComposing?: boolean;
    readonly keyCode?: number;
  }

  const dispatch = (page: Page, init: Key) =>
    page.evaluate((options) => {
      const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...options });
      (document.activeElement ?? document.body).dispatchEvent(event);
    }, init);

  test('the shortcut opens no palette, and Enter and arrow keys stay with the input method', async ({ page }) => {
    await page.goto('/home');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await dispatch(page, { key: 'k', ctrlKey: true, isComposing: true });
    await dispatch(page, { key: 'k', ctrlKey: true, keyCode: 229 });
    // The same key without composition opens the palette. So the page has received and ignored both keys above.
    await dispatch(page, { key: 'k', ctrlKey: true });
    await expect(input(page)).toBeFocused();
    await expect(chosen(page)).toHaveCount(1);
    const first = await chosen(page).textContent();
    for (const key of ['ArrowDown', 'Enter']) {
      await dispatch(page, { key, isComposing: true });
      await dispatch(page, { key, keyCode: 229 });
    }
    await expect(palette(page)).toBeVisible();
    await expect(chosen(page)).toHaveText(first ?? '');
    await expect(page).toHaveURL('/home');
  });
});

test.describe('while the command palette loads', () => {
  /** Opens the palette, but delays its script until the returned function is called. */
  async function openLate(page: Page): Promise<() => void> {
    let deliver = () => {};
    const delivered = new Promise<void>((resolve) => {
      deliver = resolve;
    });
    await page.route(/\/Palette-[^/]*\.js$/, async (route) => {
      await delivered;
      await route.continue();
    });
    await page.goto('/home');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('textbox')).toBeFocused();
    return deliver;
  }

  test('typed text is kept and searched for, and Enter opens the best result', async ({ page }) => {
    const deliver = await openLate(page);
    await page.keyboard.type('cro');
    deliver();
    await expect(chosen(page)).toHaveText('Crop');
    await expect(input(page)).toBeFocused();
    await page.keyboard.type('pp');
    await page.keyboard.press('Backspace');
    await expect(input(page)).toHaveValue('crop');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/cropper');
  });

  test('Enter opens the best result when the palette has loaded', async ({ page }) => {
    const deliver = await openLate(page);
    await page.keyboard.type('scale');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/home');
    deliver();
    await expect(page).toHaveURL('/scaler');
    await expect(palette(page)).toBeHidden();
  });

  test('Escape closes the palette and discards the typed text', async ({ page }) => {
    const deliver = await openLate(page);
    await page.keyboard.type('crop');
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
    deliver();
    await page.keyboard.press('Control+k');
    await expect(input(page)).toHaveValue('');
  });

  test('the palette waits until an input method has finished its text', async ({ page }) => {
    const deliver = await openLate(page);
    const loaded = page.waitForResponse(/\/Palette-[^/]*\.js$/);
    const client = await page.context().newCDPSession(page);
    await client.send('Input.imeSetComposition', { text: 'きりぬき', selectionStart: 4, selectionEnd: 4 });
    deliver();
    await (await loaded).finished();
    await expect(palette(page).getByRole('textbox')).toHaveValue('きりぬき');
    await client.send('Input.insertText', { text: '切り抜き' });
    await expect(chosen(page)).toHaveText('Crop');
    await expect(input(page)).toHaveValue('切り抜き');
  });
});

test('the command palette opens from the menu of a phone and fits the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/home');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
  await expect(input(page)).toBeFocused();
  const box = await palette(page).boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
});

test('while work runs, the command palette marks actions that would have no effect as unavailable', async ({
  page,
}) => {
  await page.goto('/cropper');
  await openImage(page, await pngUpload(translucentPixels()));
  const imageWorker = page.workers().find((each) => each.url().includes('/image.worker-'));
  void imageWorker
    ?.evaluate(() => {
      for (;;);
    })
    .catch(() => undefined);
  const entry = (name: string) => palette(page).getByRole('option', { name, exact: true });
  const isOffered = async (name: string, offered: boolean) => {
    await page.keyboard.press('Control+k');
    await expect(entry(name)).toHaveCount(1);
    await expect(notNow(page).getByRole('option', { name, exact: true })).toHaveCount(offered ? 0 : 1);
    await page.keyboard.press('Escape');
  };
  await isOffered('Download PNG', true);
  await isOffered('Paste recipe', true);
  await page.getByRole('button', { name: 'Download PNG', exact: true }).click();
  for (const name of ['Download PNG', 'Download JPG', 'Save for later', 'Paste recipe']) await isOffered(name, false);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await isOffered('Download PNG', true);
});
