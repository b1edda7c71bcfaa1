import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { dragMouse, frameOf } from './gestures.ts';
import { decode, download, openImage, pngUpload, stageReady, translucentPixels } from './images.ts';
import { test } from './policed.ts';
import { storedText } from './stored.ts';
import { toneUpload } from './videos.ts';

/** Tests stored data: damaged data, a full disk, two browser tabs, deletion. */

const image = async (name = 'a.png') => ({ ...(await pngUpload(translucentPixels())), name });
const shown = (page: Page) => page.getByText('256 × 64 px').first();

test('a screen opens with malformed stored values', async ({ page }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('been-here')) return;
    sessionStorage.setItem('been-here', 'yes');
    for (const name of ['shell.sidebar.v1', 'shell.theme.v1', 'fudebako-cropper-settings-v1'])
      localStorage.setItem(
        name,
        '{"state":{"folded":null,"theme":7,"parts":null,"texts":{},"active":"x"},"version":0}',
      );
  });
  await page.goto('/cropper');
  await openImage(page, await image());
  await expect(shown(page)).toBeVisible();
});

/** Replaces the open image in the page's database by a damaged one. */
async function damageStored(page: Page, bytes: string, name: string): Promise<void> {
  await page.evaluate(
    async ([bytes, name]) => {
      const open = indexedDB.open('fudebako');
      await new Promise((done) => Object.assign(open, { onsuccess: done }));
      const change = open.result.transaction('files-v1', 'readwrite');
      const files = change.objectStore('files-v1');
      files.put(new Blob([bytes]), '1/file/damaged');
      const history = { past: 7, present: { image: { id: 'damaged', name }, steps: [] }, future: null };
      files.put({ files: ['damaged'], history }, '1/document/desk');
      await new Promise((done) => Object.assign(change, { oncomplete: done }));
      open.result.close();
    },
    [bytes, name] as const,
  );
}

test('a damaged stored image is set aside and offered for download', async ({ page }) => {
  await page.goto('/cropper');
  await openImage(page, await image());
  await expect(shown(page)).toBeVisible();
  await damageStored(page, 'no picture at all', 'holiday.png');
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download holiday.png' }).click();
  const stream = await (await download).createReadStream();
  expect((await stream.toArray()).join('')).toBe('no picture at all');
  await page.reload();
  // The error dialog doesn't appear again. The tool starts without an image and still offers the damaged file.
  await expect(page.getByRole('button', { name: 'Download holiday.png' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('a damaged image under a stored mask is set aside, and the mask keeps its strokes', async ({ page }) => {
  await page.goto('/mask_creator');
  await page.getByRole('button', { name: 'Expand' }).click();
  await page.getByRole('tab', { name: 'Load Base Image' }).click();
  await openImage(page, await image('holiday.png'));
  await page.getByRole('button', { name: 'Pen', exact: true }).click();
  const pen = page.getByRole('group', { name: 'Pen on the mask' });
  await dragMouse(page, await frameOf(pen, 256), [100, 32], [200, 32]);
  await expect.poll(() => storedText(page)).toContain('"stroke"');
  await page.evaluate(async () => {
    const open = indexedDB.open('fudebako');
    await new Promise((done) => Object.assign(open, { onsuccess: done }));
    const files = open.result.transaction('files-v1', 'readwrite').objectStore('files-v1');
    const keys = files.getAllKeys();
    await new Promise((done) => Object.assign(keys, { onsuccess: done }));
    const key = keys.result.find((each) => String(each).includes('/file/')) as string;
    await new Promise((done) => Object.assign(files.put(new Blob(['no picture at all']), key), { onsuccess: done }));
    open.result.close();
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Download holiday.png' })).toBeVisible();
  await expect(page.locator('.upload-name')).toHaveText('No file selected');
  await stageReady(page);
  const { data } = await decode((await download(page, 'Download Mask PNG')).bytes);
  expect([data[(32 * 256 + 150) * 4], data[(5 * 256 + 5) * 4]]).toEqual([255, 0]);
});

for (const [name, breakDown] of [
  [
    'with full storage',
    () => {
      const full = () => {
        throw new DOMException('No room', 'QuotaExceededError');
      };
      Object.assign(IDBObjectStore.prototype, { put: full });
      Object.assign(Storage.prototype, { setItem: full });
    },
  ],
  [
    'without any storage',
    () => {
      Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new DOMException('Not here', 'SecurityError');
          },
        });
    },
  ],
] as const)
  test(`in a browser ${name} the page stays usable and names the data that cannot be saved`, async ({ page }) => {
    await page.addInitScript(breakDown);
    await page.goto('/cropper');
    await openImage(page, await image());
    await expect(shown(page)).toBeVisible();
    await expect(page.locator('.notices').filter({ hasText: 'will be lost on reload' })).toBeVisible();
    await page.getByRole('navigation').first().getByRole('button', { name: 'Text tools' }).click();
    const settings = page.locator('.notices').filter({ hasText: 'Settings can’t be saved here' });
    await settings.getByRole('button', { name: 'Close' }).last().click();
    await expect(settings).toHaveCount(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PNG', exact: true }).click();
    await download;
  });

const tabs = async (context: BrowserContext) => [await context.newPage(), await context.newPage()] as const;

test('two tabs each restore their own image after a reload, and share settings', async ({ context }) => {
  const [one, other] = await tabs(context);
  for (const [page, name] of [
    [one, 'one.png'],
    [other, 'other.png'],
  ] as const) {
    await page.goto('/cropper');
    await openImage(page, await image(name));
    await expect(shown(page)).toBeVisible();
  }
  for (const page of [one, other]) await page.reload();
  await expect(one.getByText('one.png').first()).toBeVisible();
  await expect(other.getByText('other.png').first()).toBeVisible();

  const fold = (page: Page, name: string) => page.getByRole('navigation').first().getByRole('button', { name });
  await fold(one, 'Text tools').click();
  await expect(fold(other, 'Text tools')).toHaveAttribute('aria-expanded', 'false');
  await fold(other, 'Video tools').click();
  await expect(fold(one, 'Video tools')).toHaveAttribute('aria-expanded', 'false');
  await one.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');

  await one.close();
  await other.close();
  const later = await context.newPage();
  await later.goto('/cropper');
  await expect(later.getByText('other.png').first()).toBeVisible();
  await expect(fold(later, 'Text tools')).toHaveAttribute('aria-expanded', 'false');
  await expect(fold(later, 'Video tools')).toHaveAttribute('aria-expanded', 'false');
});

test('a tab keeps its work if it reloads just after the visitor has duplicated it', async ({ page }) => {
  const rows = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await page.goto('/wav_to_mp3');
  await page.locator('input[type=file]').first().setInputFiles(toneUpload('own.wav', 1));
  await expect(rows.filter({ hasText: 'Ready' })).toHaveCount(1);
  await expect.poll(() => storedText(page)).toContain('own.wav');
  // A window that a page opens gets a copy of its session storage, as a duplicated tab does.
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void window.open('/wav_to_mp3'));
  const duplicate = await opened;
  await duplicate.waitForFunction(() => sessionStorage.length > 0 && document.querySelector('input[type=file]'));
  await page.reload();
  await expect(rows.filter({ hasText: 'own.wav' })).toContainText('Ready');
  await expect(duplicate.getByRole('button', { name: 'Try a sample' })).toBeEnabled();
});

test('two tabs each restore their own text with its background', { tag: '@deep' }, async ({ context }) => {
  const pages = await tabs(context);
  const text = (page: Page) => page.getByRole('textbox', { name: 'Main Text' });
  const side = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const works = [
    { words: 'one', width: 700, height: 500 },
    { words: 'other', width: 900, height: 600 },
  ] as const;
  const shows = async (page: Page, { words, width, height }: (typeof works)[number]) => {
    await expect(page.getByText(`${width} × ${height} px`, { exact: true })).toBeVisible();
    await expect(text(page)).toHaveValue(words);
    await expect(side(page, 'Width')).toHaveValue(`${width}`);
  };
  for (const page of pages) await page.goto('/horizontal_editor');
  for (const [at, page] of pages.entries()) {
    const work = works[at] as (typeof works)[number];
    await side(page, 'Width').fill(`${work.width}`);
    await side(page, 'Height').fill(`${work.height}`);
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await text(page).fill(work.words);
    await text(page).blur();
  }
  for (const [at, page] of pages.entries()) await shows(page, works[at] as (typeof works)[number]);
  for (const page of pages) await page.close();
  // The first new tab restores the newer work of the two closed tabs, and the second new tab restores the older work.
  const later = await tabs(context);
  for (const page of later) {
    await page.goto('/horizontal_editor');
    await expect(text(page)).not.toHaveValue('');
  }
  await shows(later[0], works[1]);
  await shows(later[1], works[0]);
});

test('fonts added in two tabs are both saved', async ({ context }) => {
  const fonts = await Promise.all(
    ['lobster', 'pacifico'].map(async (name) => ({
      name: `My ${name}.woff2`,
      mimeType: 'font/woff2',
      buffer: await readFile(
        resolve(import.meta.dirname, `../node_modules/@fontsource/${name}/files/${name}-latin-400-normal.woff2`),
      ),
    })),
  );
  const pages = await tabs(context);
  const chosen = (page: Page) => page.locator('.font-field').getByRole('combobox');
  // Opens both tabs before adding fonts, so that neither tab has the other tab's font.
  for (const page of pages) {
    await page.goto('/advanced_text_editor');
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await expect(page.getByText('800 × 1200 px', { exact: true })).toBeVisible();
    await expect(chosen(page)).toHaveValue('Merriweather');
  }
  await Promise.all(
    pages.map((page, at) => page.locator('.font-field input[type=file]').setInputFiles(fonts[at] ?? [])),
  );
  // The names inside the font files are also names of fonts in the catalog.
  const names = ['Lobster', 'Pacifico'] as const;
  for (const [at, page] of pages.entries()) await expect(chosen(page)).toHaveValue(names[at] ?? '');
  const offered = async (page: Page) => {
    for (const name of names) {
      // The field shows another font's name or none until the page has read its work and the fonts.
      await expect(chosen(page)).toHaveValue(/^(Lobster|Pacifico)$/);
      // Typing the name of the chosen font doesn't open the list.
      await chosen(page).fill('');
      await expect(page.getByRole('listbox')).toBeVisible();
      await chosen(page).fill(name);
      const own = page.getByRole('group', { name: 'Your fonts' });
      await expect(own.getByRole('option', { name, exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
    }
  };
  for (const page of pages) await offered(page);
  const later = await context.newPage();
  for (const page of pages) await page.close();
  await later.goto('/advanced_text_editor');
  await offered(later);
});

test('after a failed deletion of stored data, the page does not report the data as cleared', async ({ page }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.clear = () => {
      throw new DOMException('Not today', 'UnknownError');
    };
  });
  await page.goto('/cropper');
  await openImage(page, await image());
  await expect(shown(page)).toBeVisible();
  await page.goto('/privacy');
  await page.getByRole('button', { name: 'Clear everything stored on this device' }).click();
  await page.getByRole('button', { name: 'Clear everything', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Error' })).toContainText('Something went wrong.');
  await page.keyboard.press('Escape');
  await expect(page.getByText('has been cleared')).toHaveCount(0);
  await expect(page.getByText(/^[\d.]+ kB of your data is stored\.$/)).toBeVisible();
});

test('the page clears all stored data when the visitor confirms', async ({ context }) => {
  const [page, other] = await tabs(context);
  await page.goto('/cropper');
  await openImage(page, await image());
  await expect(shown(page)).toBeVisible();
  await page.getByRole('button', { name: 'Save for later' }).click();
  await other.goto('/privacy');
  await page.goto('/privacy');
  await expect(page.getByText(/^[\d.]+ kB of your data is stored\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear everything stored on this device' }).click();
  const question = page.getByRole('dialog', { name: 'Clear everything stored on this device?' });
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Clear everything stored on this device' }).click();
  await question.getByRole('button', { name: 'Clear everything' }).click();
  const done = page.getByText('Everything stored on this device has been cleared.');
  await expect(done).toBeFocused();
  await expect(other.getByText('was cleared in another tab')).toBeVisible();
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual(['fudebako']);
  await page.goto('/cropper');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load Last Image' }).first()).toBeDisabled();
});
