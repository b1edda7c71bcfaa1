import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Download, expect, type FileChooser, type Page } from '@playwright/test';
import sharp from 'sharp';

const samples = resolve(import.meta.dirname, '../../shared/samples');

/** Folder of sample photos beside the repository. Without this folder, tests generate images. */
export const hasSamples = existsSync(samples);
export const samplePath = (name: string): string => resolve(samples, name);

/** A file in the form that Playwright passes to a file input. */
export interface Upload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Decodes an image to upright RGBA with a decoder that Fudebako doesn't use. */
export async function decode(bytes: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(bytes).rotate().ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Returns a 12-megapixel photo with an Exif rotation. */
export async function turnedPhoto(): Promise<Upload> {
  const name = 'turned.jpg';
  const mimeType = 'image/jpeg';
  if (!hasSamples) {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const image = sharp({ create: { width: 4080, height: 3072, channels: 3, background: '#88aacc', noise } });
    return { name, mimeType, buffer: await image.withMetadata({ orientation: 6 }).jpeg().toBuffer() };
  }
  const photo = await readFile(samplePath('images/photo-12mp-pixel8-ultrahdr.jpg'));
  return { name, mimeType, buffer: withOrientation(photo, 6) };
}

/** Returns a JPEG with another value of Exif orientation (tag 0x0112, type SHORT). */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const copy = Buffer.from(jpeg);
  const little = copy.indexOf(Buffer.from([0x12, 0x01, 0x03, 0x00, 0x01, 0x00, 0x00, 0x00]));
  const big = copy.indexOf(Buffer.from([0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01]));
  if (little >= 0) copy.writeUInt16LE(orientation, little + 8);
  else copy.writeUInt16BE(orientation, big + 8);
  return copy;
}

/** Returns an image with varying colors and every alpha value from 0 to 255. */
export function translucentPixels(): Pixels {
  const [width, height] = [256, 64];
  const data = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.set([(x * 7 + y * 31) % 256, (x * 3 + y * 97) % 256, (255 - x + y * 11) % 256, x], (y * width + x) * 4);
  return { data, width, height };
}

export async function pngUpload({ data, width, height }: Pixels, name = 'translucent.png'): Promise<Upload> {
  const buffer = await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

/** Returns a PNG with damaged pixel data: the CRC of its first `IDAT` chunk is wrong. */
export async function damagedPng(): Promise<Upload> {
  const { buffer, ...file } = await pngUpload(translucentPixels(), 'damaged.png');
  const type = buffer.indexOf('IDAT');
  const crc = type + 4 + buffer.readUInt32BE(type - 4);
  buffer.writeUInt32BE((buffer.readUInt32BE(crc) ^ 1) >>> 0, crc);
  return { ...file, buffer };
}

export function cut({ data, width }: Pixels, x: number, y: number, w: number, h: number): Buffer {
  return Buffer.concat(
    Array.from({ length: h }, (_, row) => data.subarray(((y + row) * width + x) * 4, ((y + row) * width + x + w) * 4)),
  );
}

/** Returns the mean and maximum difference between two images of equal size, including alpha. */
export function distance(a: Buffer, b: Buffer): { mean: number; max: number } {
  if (a.length !== b.length) throw new Error(`${a.length} bytes beside ${b.length}`);
  let [sum, max] = [0, 0];
  for (let index = 0; index < a.length; index++) {
    const apart = Math.abs((a[index] as number) - (b[index] as number));
    sum += apart;
    if (apart > max) max = apart;
  }
  return { mean: sum / a.length, max };
}

/** Opens a file and waits until the image is visible. */
export async function openImage(page: Page, file: Upload | string): Promise<void> {
  const before = await shownVersion(page);
  await page.locator('input[type=file]').first().setInputFiles(file);
  await waitForChange(page, before);
}

/** Presses a control that opens the file picker. Returns the file picker. */
export async function openFilePicker(page: Page, press: () => Promise<void>): Promise<FileChooser> {
  const picker = page.waitForEvent('filechooser');
  // Waits for an answer of the page, because the browser may handle a press before it starts to report file pickers.
  await page.evaluate(() => undefined);
  const [opened] = await Promise.all([picker, press()]);
  return opened;
}

/** Waits until an image is visible and no drawing is pending. */
export const stageReady = (page: Page): Promise<void> =>
  expect(page.locator('.stage-viewport:not([aria-busy=true]) canvas').first()).toBeVisible();

/** Returns a PNG screenshot of the displayed image. */
export async function shownImage(page: Page): Promise<Buffer> {
  await stageReady(page);
  // Until a new painter has drawn, its hidden canvas is beside the visible canvas.
  return page.locator('.stage-canvas').filter({ visible: true }).screenshot();
}

/** Returns how often drawing has finished since this function's first call; null without an image. */
export const shownVersion = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const watched = globalThis as { stageRests?: number };
    if (watched.stageRests === undefined) {
      watched.stageRests = 0;
      new MutationObserver((changes) => {
        for (const { target, oldValue } of changes)
          if (oldValue === 'true' && (target as Element).matches('.stage-viewport'))
            watched.stageRests = (watched.stageRests ?? 0) + 1;
      }).observe(document, { subtree: true, attributeFilter: ['aria-busy'], attributeOldValue: true });
    }
    return document.querySelector('.stage-viewport canvas') && String(watched.stageRests);
  });

/**
 * Waits until the image has been redrawn after the drawing with number `before`. A click or key press marks the image
 * area as busy immediately, so no change is missed.
 */
export async function waitForChange(page: Page, before: string | null): Promise<void> {
  await page.waitForFunction((old) => {
    const stage = document.querySelector('.stage-viewport');
    const isReady = stage?.querySelector('canvas') && stage.getAttribute('aria-busy') !== 'true';
    return isReady && (old === null || String((globalThis as { stageRests?: number }).stageRests) !== old);
  }, before);
}

/** Blocks the worker with this name, so its job stays in progress until the returned function is called. */
export async function blockWorker(page: Page, name: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const address = `**/blocked-${name}`;
  const requested = page.waitForRequest(address);
  await page.route(address, async (route) => {
    await released;
    await route.fulfill({ body: '' });
  });
  const worker = page.workers().findLast((each) => each.url().includes(`/${name}.worker-`));
  const blocked = worker?.evaluate((path) => {
    const request = new XMLHttpRequest();
    request.open('GET', path, false);
    request.send();
  }, `/blocked-${name}`);
  await requested;
  return async () => {
    release();
    await blocked;
    await page.unroute(address);
  };
}

/** Presses a button that changes the image, and waits for the new image. */
/** Takes the open image off the desk, if there is one. */
export async function emptyDesk(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: /^(?:Close image|画像を閉じる)$/ });
  // The button is disabled until the page has restored its last state.
  const sample = page.getByRole('button', { name: /^(?:Try a sample|サンプルで試す)$/, disabled: false });
  // On phones, the button is in the menu of the open file.
  const menu = page.locator('.source-line[data-named] > button[aria-expanded]');
  await expect(close.or(sample).or(menu).first()).toBeVisible();
  if (await menu.isVisible()) await menu.click();
  if (await close.or(menu).first().isVisible()) await close.click();
}

/** Options that find a button by its name. The names of Undo and Redo also contain the change. */
export const named = (name: string) =>
  /^(?:Undo|Redo)$/.test(name) ? { name: new RegExp(`^${name}(?!:)`) } : { name, exact: true };

export async function pressAndWait(page: Page, button: string): Promise<void> {
  const before = await shownVersion(page);
  await page.getByRole('button', named(button)).click();
  await waitForChange(page, before);
}

export async function download(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', named(button)).click()]);
  return { name: file.suggestedFilename(), bytes: await readDownload(file) };
}

/** Presses an item of the menu of actions that don't fit beside the main button. */
export async function chooseMore(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Presses an action of the foot, which stands on the bar or, where it doesn't fit, in the menu More. */
export async function pressInFoot(page: Page, item: string): Promise<void> {
  const button = page.locator('.action-bar').getByRole('button', { name: item, exact: true });
  await ((await button.isVisible()) ? button.click() : chooseMore(page, item));
}

export async function downloadFromFoot(page: Page, item: string): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), pressInFoot(page, item)]);
  return { name: file.suggestedFilename(), bytes: await readDownload(file) };
}

const readDownload = async (file: Download): Promise<Buffer> => readFile(await file.path());

export async function pasteAnywhere(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Opens the folded sections of the settings. */
export async function openSections(page: Page): Promise<void> {
  await expect(page.locator('details.folded-section').first()).toBeVisible();
  const folded = page.locator('details.folded-section:not([open]) > summary');
  for (let left = await folded.count(); left > 0; left--) await folded.first().click();
}

/** Opens the settings of a text that are folded at first. */
export const openMoreSettings = (page: Page): Promise<void> => page.getByText('More settings', { exact: true }).click();
