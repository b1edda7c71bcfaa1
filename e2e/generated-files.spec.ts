import { expect, type Page } from '@playwright/test';
import { firstOf } from '../tests/deep.ts';
import { fetchFile, fileLink, generateFile, type LinkedFormat } from './generated.ts';
import { plainPixels } from './gestures.ts';
import { decode, download, named, openImage, pngUpload } from './images.ts';
import { test } from './policed.ts';
import { colored, makeSmall, toneUpload } from './videos.ts';

/** Records the object URLs that the page creates and revokes. */
const watchLinks = (page: Page) =>
  page.addInitScript(() => {
    const links = { made: [] as string[], revoked: [] as string[], revokedInUse: [] as string[] };
    Object.assign(window, { links });
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (object) => {
      const url = createObjectURL.call(URL, object);
      links.made.push(url);
      return url;
    };
    URL.revokeObjectURL = (url) => {
      links.revoked.push(url);
      if (document.querySelector(`[href="${url}"], [src="${url}"]`)) links.revokedInUse.push(url);
      revokeObjectURL.call(URL, url);
    };
  });

type Links = Readonly<Record<'made' | 'revoked' | 'revokedInUse', string[]>>;

const links = (page: Page): Promise<Links> => page.evaluate(() => (window as unknown as { links: Links }).links);

/** Polls, because the page revokes the URL shortly after the visible change. */
const expectRevoked = (page: Page, url: string) => expect.poll(() => isRevoked(page, url)).toBe(true);

const isRevoked = async (page: Page, url: string) => (await links(page)).revoked.includes(url);

async function urlOf(page: Page, format: LinkedFormat): Promise<string> {
  const url = await fileLink(page, format).evaluate((link: HTMLAnchorElement) => link.href);
  expect(url).toMatch(/^blob:/);
  return url;
}

const line = (page: Page, format: LinkedFormat) =>
  page
    .getByRole('list', { name: 'Generated files' })
    .getByRole('listitem')
    .filter({ has: fileLink(page, format) });
const STALE = 'out of date';

const plainImage = plainPixels(160, 240, [250, 250, 250]);
const press = (page: Page, name: string) => page.getByRole('button', named(name)).click();
const write = async (page: Page, field: string, text: string) => {
  await page.getByRole('textbox', { name: field, exact: true }).fill(text);
  await page.getByRole('textbox', { name: field, exact: true }).blur();
};

/** Navigates to another screen within the page. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Tools and pages' }).getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
}

/** Draws two different contents in each editor, one after another. */
const editors = [
  {
    route: 'advanced_text_editor',
    begin: (page: Page) => write(page, 'Text', 'one'),
    change: (page: Page) => write(page, 'Outline width', '7'),
  },
  {
    route: 'editor',
    begin: (page: Page) => write(page, 'Main Text', '水'),
    change: (page: Page) => write(page, 'Font size', '15'),
  },
] as const;

for (const { route, begin, change } of firstOf(editors)) {
  test(`/${route} marks a generated file as outdated while the drawing differs, and revokes the file’s link on leaving`, async ({
    page,
  }) => {
    await watchLinks(page);
    await page.goto(`/${route}`);
    await openImage(page, await pngUpload(plainImage, 'plain.png'));
    await begin(page);
    await expect(page.getByRole('list', { name: 'Generated files' })).toHaveCount(0);
    await expect(fileLink(page, 'PNG')).toHaveCount(0);

    await generateFile(page, 'PNG');
    await expect(fileLink(page, 'JPG')).toHaveCount(0);
    await expect(line(page, 'PNG')).not.toContainText(STALE);
    const url = await urlOf(page, 'PNG');

    await change(page);
    await expect(line(page, 'PNG')).toContainText(STALE);
    await press(page, 'Undo');
    await expect(line(page, 'PNG')).not.toContainText(STALE);
    expect(await urlOf(page, 'PNG')).toBe(url);
    expect(await isRevoked(page, url)).toBe(false);
    const { name, bytes } = await fetchFile(page, 'PNG');
    expect(name).toBe('plain.with_text.png');
    const { width, height } = await decode(bytes);
    expect([width, height]).toEqual([plainImage.width, plainImage.height]);

    await leave(page);
    await expectRevoked(page, url);
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Download PNG', exact: true })).toBeEnabled();
    await expect(fileLink(page, 'PNG')).toHaveCount(0);
  });
}

test('each export format of the shape editor has its own link, which is marked as outdated and revoked separately', async ({
  page,
}) => {
  await watchLinks(page);
  await page.goto('/shape_editor');
  await openImage(page, await pngUpload(plainImage, 'plain.png'));
  await page.getByRole('button', { name: /Shape$/ }).click();
  await page.getByRole('option', { name: 'Rect', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Generated files' })).toHaveCount(0);
  await generateFile(page, 'PNG');
  const first = await urlOf(page, 'PNG');
  const { bytes } = await fetchFile(page, 'PNG');

  await write(page, 'Border width', '9');
  await expect(line(page, 'PNG')).toContainText(STALE);
  await press(page, 'Undo');
  await expect(line(page, 'PNG')).not.toContainText(STALE);
  await press(page, 'Redo');
  await generateFile(page, 'JPG');
  await expect(line(page, 'JPG')).not.toContainText(STALE);
  await expect(line(page, 'PNG')).toContainText(STALE);
  const jpg = await urlOf(page, 'JPG');
  // After Undo, the link downloads the same file as before.
  expect(await urlOf(page, 'PNG')).toBe(first);
  expect((await fetchFile(page, 'PNG')).bytes.equals(bytes)).toBe(true);

  await generateFile(page, 'PNG');
  await expect(line(page, 'PNG')).not.toContainText(STALE);
  await expectRevoked(page, first);
  expect(await isRevoked(page, jpg)).toBe(false);
  expect((await fetchFile(page, 'PNG')).bytes.equals(bytes)).toBe(false);

  const second = await urlOf(page, 'PNG');
  await openImage(page, await pngUpload(plainPixels(100, 120, [200, 220, 250]), 'other.png'));
  await expect(page.getByRole('list', { name: 'Generated files' })).toHaveCount(0);
  for (const url of [jpg, second]) await expectRevoked(page, url);

  await generateFile(page, 'PNG');
  const last = await urlOf(page, 'PNG');
  await leave(page);
  await expectRevoked(page, last);
  // A link gets its next URL before its last URL is revoked.
  expect((await links(page)).revokedInUse).toEqual([]);
});

test('an animation that finishes after the text has changed is marked as outdated until Undo reverts the change', async ({
  page,
}) => {
  await watchLinks(page);
  // The animation's worker is blocked until the text has changed.
  let release = () => {};
  const changed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/media\.worker/, async (route) => {
    await changed;
    await route.continue();
  });
  const requested = page.waitForRequest(/media\.worker/);
  await page.goto('/horizontal_editor');
  await openImage(page, await pngUpload(plainImage, 'plain.png'));
  await write(page, 'Main Text', 'a few words');
  await press(page, 'Generate MP4');
  await requested;
  await write(page, 'Font size', '15');
  await expect(page.getByRole('button', { name: 'Generating…', exact: true })).toBeVisible();
  await expect(fileLink(page, 'MP4')).toHaveCount(0);
  release();
  await expect(line(page, 'MP4')).toContainText(STALE);
  const { name, bytes } = await fetchFile(page, 'MP4');
  expect(name).toBe('plain.with_text.mp4');
  expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
  await press(page, 'Undo');
  await expect(line(page, 'MP4')).not.toContainText(STALE);
  const animation = await urlOf(page, 'MP4');
  expect(await isRevoked(page, animation)).toBe(false);
  await leave(page);
  await expectRevoked(page, animation);
});

test('a video keeps its download link when a change is undone, and loses the link on regeneration or on leaving', async ({
  page,
}) => {
  await watchLinks(page);
  await page.goto('/sound_to_video');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([toneUpload('song.wav', 1), await colored('main.png', 'rgb(40,160,60)')]);
  await expect(page.locator('.source-bytes')).toHaveText('1 image');
  await makeSmall(page);
  const note = page.locator('.made-note', { hasText: 'song.mp4' });
  await expect(fileLink(page, 'MP4')).toHaveCount(0);
  await generateFile(page, 'MP4');
  const first = await urlOf(page, 'MP4');
  await expect(note).not.toContainText(STALE);

  await page.getByRole('tab', { name: 'Sound', exact: true }).click();
  await write(page, 'Silence before audio', '1');
  await expect(note).toContainText(STALE);
  expect((await fetchFile(page, 'MP4')).bytes.toString('latin1', 4, 8)).toBe('ftyp');
  await write(page, 'Silence before audio', '0');
  await expect(note).not.toContainText(STALE);
  expect(await urlOf(page, 'MP4')).toBe(first);
  expect(await isRevoked(page, first)).toBe(false);

  await generateFile(page, 'MP4');
  const second = await urlOf(page, 'MP4');
  await expectRevoked(page, first);
  await leave(page);
  await expectRevoked(page, second);
  // The video is stored, and gets a new link when the visitor returns.
  await page.goBack();
  expect((await fetchFile(page, 'MP4')).bytes.toString('latin1', 4, 8)).toBe('ftyp');
});

test('the URL of a download is revoked after one second', async ({ page }) => {
  await watchLinks(page);
  await page.clock.install();
  await page.goto('/format_converter');
  await openImage(page, await pngUpload(plainImage, 'plain.png'));
  const before = (await links(page)).made.length;
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  expect((await download(page, 'Download PNG')).name).toBe('plain.png');
  const made = (await links(page)).made.slice(before);
  expect(made).toHaveLength(1);
  const url = made[0] as string;
  await page.clock.runFor(999);
  expect(await isRevoked(page, url)).toBe(false);
  await page.clock.runFor(1);
  expect(await isRevoked(page, url)).toBe(true);
});
