import { expect, type Page } from '@playwright/test';
import {
  download,
  hasSamples,
  openImage,
  pngUpload,
  pressAndWait,
  samplePath,
  translucentPixels,
  type Upload,
} from './images.ts';
import { test } from './policed.ts';

const fileOf = (name: string, content: string, mimeType = 'image/png'): Upload => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
});

/** Opens an unsupported or damaged file and closes the error dialog. */
async function refused(page: Page, file: Upload | string, message: string | RegExp): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(file);
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await expect(dialog).toContainText(message);
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
}

/** Checks that the previous image is still open and that its download is unchanged. */
async function expectUnchangedImage(page: Page): Promise<void> {
  await expect(page.getByText('256 × 64 px', { exact: true })).toBeVisible();
  const { bytes } = await download(page, 'Download PNG');
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
}

test('the page refuses files that are not images with the specified messages, and the open image stays', async ({
  page,
}) => {
  await page.goto('/cropper');
  await refused(page, fileOf('notes.txt', 'hello', 'text/plain'), 'Please provide a jpg, png or webp file.');
  await refused(page, fileOf('photo.psd', '8BPS\0\u0001\0\0', ''), 'This is a PSD image.');
  await refused(page, fileOf('big.tif', 'II+\0\u0008\0\0\0', 'image/tiff'), 'This is a BigTIFF image.');
  await refused(page, fileOf('cut.tif', 'II*\0\u0008\0\0\0', 'image/tiff'), 'Failed to load image.');
  await openImage(page, await pngUpload(translucentPixels()));
  await refused(page, fileOf('text.png', 'This is no picture.'), 'Failed to load image.');
  await refused(page, fileOf('empty.jpg', '', 'image/jpeg'), 'Failed to load image.');
  await refused(page, fileOf('notes.txt', 'hello', 'text/plain'), 'Please provide a jpg, png or webp file.');
  await expectUnchangedImage(page);
});

test('the page stops an SVG that renders too long, names the failed file, and opens the next file', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/cropper');
  await openImage(page, await pngUpload(translucentPixels()));
  // A file with the header of a HEIC image of 64 × 48 pixels, but without image data.
  const boxes =
    '00000010 66747970 68656963 00000000 00000030 6d657461 00000000 00000024 69707270 0000001c 6970636f 00000014 69737065 00000000 00000040 00000030';
  const heic = Buffer.from(boxes.replaceAll(' ', ''), 'hex');
  await refused(page, { name: 'photo.heic', mimeType: 'image/heic', buffer: heic }, 'Failed to load image.');
  // An SVG whose filter takes two minutes to render.
  const spins =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><filter id="f"><feMorphology operator="dilate" radius="100"/></filter><rect filter="url(#f)" width="300" height="300"/></svg>';
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(fileOf('spin.svg', spins, 'image/svg+xml'));
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await expect(dialog).toContainText('Reading spin.svg stalled for 10 s and was stopped.');
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expectUnchangedImage(page);
  const audio = '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="40"/>';
  await openImage(page, fileOf('sound.svg', audio, 'image/svg+xml'));
  await expect(page.getByText('50 × 40 px', { exact: true })).toBeVisible();
});

test('the page disables Load Last Image until an image has been saved', async ({ page, context }) => {
  await page.goto('/scaler');
  const load = page.getByRole('button', { name: 'Load Last Image' });
  await expect(load).toBeDisabled();
  await expect(load).toHaveAttribute('title', 'No stored image found');

  // Another tab saves an image, then this tab becomes visible again.
  const other = await context.newPage();
  await other.goto('/cropper');
  await openImage(other, await pngUpload(translucentPixels()));
  await other.getByRole('button', { name: 'Save for later' }).click();
  await expect(other.getByText(/^Saved\. /)).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await load.click();
  await expect(page.getByText('256 × 64 px').first()).toBeVisible();
});

test('the page opens an image by its content, whatever the file name says', async ({ page }) => {
  await page.goto('/cropper');
  const { buffer } = await pngUpload(translucentPixels());
  await openImage(page, { name: 'a-png-in-truth.jpg', mimeType: 'image/jpeg', buffer });
  await expectUnchangedImage(page);

  const undo = page.getByRole('button', { name: /^Undo(?!:)/ });
  await page.getByRole('textbox', { name: 'topX', exact: true }).fill('3');
  await page.getByRole('textbox', { name: 'topX', exact: true }).blur();
  await pressAndWait(page, 'Crop');
  await expect(undo).toBeEnabled();
  await openImage(page, { name: 'once-more.png', mimeType: 'image/png', buffer });
  await expectUnchangedImage(page);
  await pressAndWait(page, 'Undo');
  await expect(page.getByText('253 × 64 px', { exact: true }).first()).toBeVisible();
  await pressAndWait(page, 'Undo');
  await expect(undo).toHaveAccessibleName('Undo open image');
});

test.describe('with sample files', () => {
  test.skip(!hasSamples, 'needs ../shared/samples');

  test('broken samples are refused, and the open image stays', async ({ page }) => {
    await page.goto('/cropper');
    await openImage(page, await pngUpload(translucentPixels()));
    for (const name of ['truncated.jpg', 'bad-data-stream.png', 'bad-crc-ihdr.png'])
      await refused(page, samplePath(`broken/${name}`), 'Failed to load image.');
    await refused(page, samplePath('broken/claims-65535x65535.jpg'), 'The image is too large: 65535 × 65535 px.');
    await refused(
      page,
      samplePath('images/bars-100mp-10001x10001-palette.png'),
      /too large: 10001 × 10001 px.*100 megapixels/,
    );
    await refused(page, samplePath('images/black-144mp-16000x9000.webp'), /too large: 16000 × 9000 px/);
    await expectUnchangedImage(page);
  });
});
