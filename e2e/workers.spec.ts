import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, type Page, type Worker } from '@playwright/test';
import {
  blockWorker,
  cut,
  decode,
  download,
  named,
  openImage,
  pngUpload,
  pressAndWait,
  shownImage,
  stageReady,
  translucentPixels,
  turnedPhoto,
} from './images.ts';
import { mediaState, watchMedia } from './media-watch.ts';
import { test } from './policed.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Error' });
const button = (page: Page, name: string) => page.getByRole('button', named(name));

async function expectError(page: Page, message: string | RegExp): Promise<void> {
  await expect(dialog(page)).toContainText(message);
  await dialog(page).getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog(page)).toBeHidden();
}

const worker = (page: Page, name: string): Worker => {
  const found = page.workers().find((each) => each.url().includes(`/${name}.worker-`));
  if (!found) throw new Error(`No worker ${name} among ${page.workers().map((each) => each.url())}`);
  return found;
};

async function type(page: Page, name: string, value: number): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true });
  await field.fill(String(value));
  await field.blur();
}

async function cropTo(page: Page, width: number, height: number): Promise<void> {
  for (const [name, value] of Object.entries({ bottomX: width, bottomY: height })) await type(page, name, value);
  await pressAndWait(page, 'Crop');
  await expect(page.getByText(`${width} × ${height} px`, { exact: true })).toBeVisible();
}

async function openCropped(page: Page): Promise<void> {
  await page.goto('/cropper');
  await openImage(page, await pngUpload(translucentPixels()));
  await cropTo(page, 100, 40);
}

const expectSize = (page: Page, width: number, height: number) =>
  expect(page.getByText(`${width} × ${height} px`, { exact: true })).toBeVisible();

test.describe('a worker that cannot load', () => {
  test('is reported for images, and the image opens once the worker loads', async ({ page }) => {
    await page.route('**/image.worker-*.js', (route) => route.fulfill({ status: 404 }));
    await page.goto('/cropper');
    const upload = await pngUpload(translucentPixels());
    await page.locator('input[type=file]').first().setInputFiles(upload);
    await expectError(page, 'Part of this page couldn’t load. Check the connection and try again.');
    await page.unrouteAll();
    await openImage(page, upload);
    await expectSize(page, 256, 64);
  });

  test('is reported for audio, and the next visit reads the stored file', async ({ page }) => {
    await page.route('**/media.worker-*.js', (route) => route.abort('internetdisconnected'));
    await page.goto('/wav_to_mp3');
    await button(page, 'Try a sample').click();
    await expectError(page, 'Part of this page couldn’t load. Check the connection and try again.');
    await page.unrouteAll();
    await page.reload();
    await expect(page.locator('dt', { hasText: 'Duration' }).locator('+ dd')).toHaveText('5.00 s');
  });
});

test.describe('a worker that stops', () => {
  test('restarts if it stopped between two steps, and undo restores every image', async ({ page }) => {
    await page.goto('/cropper');
    await openImage(page, await pngUpload(translucentPixels()));
    const pixels = translucentPixels();
    const written = async () => (await decode((await download(page, 'Download PNG')).bytes)).data;
    await cropTo(page, 100, 40);
    await cropTo(page, 50, 20);
    await worker(page, 'image').evaluate(() => self.close());
    await pressAndWait(page, 'Undo');
    await expectSize(page, 100, 40);
    expect((await written()).equals(cut(pixels, 0, 0, 100, 40))).toBe(true);
    await worker(page, 'image').evaluate(() => self.close());
    await pressAndWait(page, 'Undo');
    expect((await written()).equals(pixels.data)).toBe(true);
    await pressAndWait(page, 'Redo');
    await pressAndWait(page, 'Redo');
    expect((await written()).equals(cut(pixels, 0, 0, 50, 20))).toBe(true);
  });

  test('is reported if it stops during work, and a retry succeeds', async ({ page }) => {
    await page.goto('/cropper');
    await openImage(page, await turnedPhoto());
    for (const end of [() => self.close(), () => void setTimeout(() => JSON.parse('?'))] as const)
      await test.step(String(end), async () => {
        // Blocks the worker, so that its work is still unfinished when the worker is stopped, even on a fast machine.
        const release = await blockWorker(page, 'image');
        const ended = worker(page, 'image').evaluate(end);
        await button(page, 'Download PNG').click();
        await expect(button(page, 'Cancel')).toBeVisible();
        await release();
        await ended;
        await expectError(
          page,
          'The task stopped, perhaps because memory ran out. Nothing was lost; please try again.',
        );
        expect((await download(page, 'Download JPG')).bytes.length).toBeGreaterThan(100_000);
      });
  });

  test('loses neither a painted mask nor its steps', async ({ page }) => {
    await page.goto('/mask_creator');
    await button(page, 'Expand').click();
    await expect(button(page, 'Generate')).toBeEnabled();
    await type(page, 'Width', 64);
    await type(page, 'Height', 48);
    await button(page, 'Generate').click();
    await expectSize(page, 64, 48);
    await stageReady(page);
    const mask = async () => (await decode((await download(page, 'Download Mask PNG')).bytes)).data;
    const empty = await mask();
    const box = await page.locator('.pen-layer').boundingBox();
    if (!box) throw new Error('There is nothing to draw on');
    await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
    await worker(page, 'mask').evaluate(() => self.close());
    await page.mouse.move(box.x + (box.width * 3) / 4, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.press('Escape');
    const painted = await mask();
    expect(painted.equals(empty)).toBe(false);
    await worker(page, 'mask').evaluate(() => self.close());
    await button(page, 'Invert').click();
    await stageReady(page);
    const inverted = await mask();
    expect(inverted.every((value, at) => value === (at % 4 === 3 ? 255 : 255 - (painted[at] as number)))).toBe(true);
    await worker(page, 'mask').evaluate(() => self.close());
    await button(page, 'Undo invert').click();
    await stageReady(page);
    expect((await mask()).equals(painted)).toBe(true);
  });
});

test('a worker that runs out of memory shows a message, and the image stays open', async ({ page }) => {
  await openCropped(page);
  await worker(page, 'image').evaluate(() => {
    const whole = self.Uint8ClampedArray;
    const refuse = (length: unknown) => {
      if (typeof length === 'number') throw new RangeError('Array buffer allocation failed');
    };
    self.Uint8ClampedArray = new Proxy(whole, {
      construct(target, parts) {
        refuse(parts[0]);
        return Reflect.construct(target, parts);
      },
    });
    Object.assign(self, { restoreMemory: () => Object.assign(self, { Uint8ClampedArray: whole }) });
  });
  await type(page, 'bottomX', 30);
  await button(page, 'Crop').click();
  await expectError(page, 'There is not enough memory. Close other tabs, or try a smaller file.');
  await expectSize(page, 100, 40);
  await worker(page, 'image').evaluate(() => (self as unknown as { restoreMemory(): void }).restoreMemory());
  await cropTo(page, 30, 40);
});

test.describe('a worker that hangs', () => {
  const hang = (page: Page) =>
    void worker(page, 'image')
      .evaluate(() => {
        // Waits without end, and without using the processor.
        const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
        Atomics.wait(new Int32Array(buffer), 0, 0);
      })
      .catch(() => undefined);

  test('is stopped by Cancel, and the next step succeeds', async ({ page }) => {
    await openCropped(page);
    hang(page);
    await type(page, 'bottomX', 30);
    await button(page, 'Crop').click();
    await button(page, 'Cancel').click();
    await expect(button(page, 'Cancel')).toBeHidden();
    // The worker is not stopped by the time limit, which shows an error.
    await expect(dialog(page)).toHaveCount(0);
    await cropTo(page, 30, 40);
    await pressAndWait(page, 'Undo');
    await expectSize(page, 100, 40);
  });

  test('stops after the command’s time limit, and the message names the file', async ({ page }) => {
    await openCropped(page);
    hang(page);
    await type(page, 'bottomX', 30);
    await button(page, 'Crop').click();
    await expectError(page, 'Reading translucent.png stalled for 10 s and was stopped.');
    await cropTo(page, 30, 40);
  });
});

test('a video whose reader hangs is replaced by the next video', async ({ page }) => {
  await watchMedia(page);
  await page.goto('/video_playback');
  const seek = page.getByRole('slider', { name: 'Seek' });
  await button(page, 'Try a sample').click();
  await expect(seek).toHaveAttribute('max', '8');
  const video = await readFile(resolve(import.meta.dirname, '../public/samples/sample.webm'));
  void worker(page, 'video-reader')
    .evaluate(() => {
      for (;;);
    })
    .catch(() => undefined);
  await page.keyboard.press('ArrowRight');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'next.webm', mimeType: 'video/webm', buffer: video });
  await expect(page.getByText('next.webm')).toBeVisible();
  await expect(seek).toHaveValue('0');
  await button(page, 'End').click();
  await expect(seek).toHaveValue('8');
  await expect.poll(async () => (await mediaState(page)).workers).toBe(1);
});

test('the CPU draws while the GPU context is lost, and the GPU draws again when the context is restored', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    const lost: unknown[] = [];
    Object.assign(window, { contexts: lost });
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      const context = Reflect.apply(getContext, this, [kind, ...rest]);
      if (kind === 'webgl2' && context && this.isConnected && !lost.includes(context)) lost.push(context);
      return context;
    } as typeof getContext;
  });
  const graphics = (act: 'loseContext' | 'restoreContext') =>
    page.evaluate(async (act) => {
      const held = window as unknown as { contexts: WebGL2RenderingContext[]; lose?: WEBGL_lose_context | null };
      held.lose ??= held.contexts.at(-1)?.getExtension('WEBGL_lose_context') ?? null;
      held.lose?.[act]();
    }, act);
  const note = page.getByText('Preview drawn without graphics acceleration');
  await page.goto('/color_adjuster');
  await openImage(page, await pngUpload(translucentPixels()));
  const brightness = async (value: string) => {
    const field = page.getByRole('textbox', { name: 'Brightness', exact: true });
    await field.fill(value);
    await field.blur();
    return shownImage(page);
  };
  await expect.poll(() => page.evaluate(() => (window as unknown as { contexts: unknown[] }).contexts.length)).toBe(1);
  const [plain, dark] = [await shownImage(page), await brightness('-0.5')];
  expect(dark.equals(plain)).toBe(false);

  await graphics('loseContext');
  await expect(note).toBeVisible();
  // Repeats the check, because the notice may appear before the first drawing without GPU is complete.
  await expect.poll(async () => near(await shownImage(page), dark)).toBe(true);
  expect(await near(await brightness('0'), plain)).toBe(true);

  await graphics('restoreContext');
  await expect(note).toBeHidden();
  expect(await near(await brightness('-0.5'), dark)).toBe(true);
  await expect.poll(() => page.evaluate(() => (window as unknown as { contexts: unknown[] }).contexts.length)).toBe(2);
});

test('the CPU draws if the GPU context is lost as it starts', async ({ page }) => {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      const context = Reflect.apply(getContext, this, [kind, ...rest]);
      if (kind === 'webgl2') (context as WebGL2RenderingContext).getExtension('WEBGL_lose_context')?.loseContext();
      return context;
    } as typeof getContext;
  });
  await page.goto('/color_adjuster');
  await openImage(page, await pngUpload(translucentPixels()));
  await expect(page.getByText('Preview drawn without graphics acceleration')).toBeVisible();
  const plain = await shownImage(page);
  const field = page.getByRole('textbox', { name: 'Brightness', exact: true });
  await field.fill('-0.5');
  await field.blur();
  expect((await shownImage(page)).equals(plain)).toBe(false);
});

/** Compares GPU and CPU drawings with a tolerance, because both may round differently. */
async function near(a: Buffer, b: Buffer): Promise<boolean> {
  const [one, other] = [await decode(a), await decode(b)];
  return (
    one.data.length === other.data.length && one.data.every((value, at) => Math.abs(value - (other.data[at] ?? 0)) <= 4)
  );
}
