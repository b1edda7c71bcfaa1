import { expect, type Page } from '@playwright/test';
import {
  decode,
  distance,
  download,
  openImage,
  type Pixels,
  pngUpload,
  pressAndWait,
  stageReady,
  translucentPixels,
} from './images.ts';
import { test } from './policed.ts';

const slider = (page: Page, name: string) => page.getByRole('slider', { name });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function open(page: Page, pixels: Pixels) {
  await page.goto('/color_adjuster');
  await openImage(page, await pngUpload(pixels));
}

async function type(page: Page, name: string, value: string) {
  await field(page, name).fill(value);
  await field(page, name).blur();
  await stageReady(page);
}

test('the color adjuster computes brightness and contrast as specified, and undoes each change', async ({ page }) => {
  const pixels = translucentPixels();
  await open(page, pixels);
  await type(page, 'Brightness', '-0.5');
  await type(page, 'Contrast', '0.2');
  const { bytes, name } = await download(page, 'Download PNG');
  expect(name).toBe('translucent.png');
  const expected = Buffer.from(pixels.data);
  for (let index = 0; index < expected.length; index++) {
    if (index % 4 === 3) continue;
    const value = ((expected[index] ?? 0) / 255) * 0.5;
    expected[index] = Math.round(255 * Math.min(1, Math.max(0, (value - 0.5) * 1.2 + 0.5)));
  }
  expect(distance((await decode(bytes)).data, expected).max).toBeLessThanOrEqual(1);

  await page.getByRole('button', { name: /^Undo(?!:)/ }).click();
  await expect(field(page, 'Contrast')).toHaveValue('0');
  await expect(field(page, 'Brightness')).toHaveValue('-0.5');
  await page.getByRole('button', { name: /^Redo(?!:)/ }).click();
  await expect(field(page, 'Contrast')).toHaveValue('0.2');

  await page.reload();
  await expect(field(page, 'Contrast')).toHaveValue('0.2');
  await page.getByRole('button', { name: 'Set to Default' }).click();
  await expect(field(page, 'Brightness')).toHaveValue('0');
  const neutral = await download(page, 'Download PNG');
  expect((await decode(neutral.bytes)).data.equals(pixels.data)).toBe(true);
});

test('a double-click on a slider resets it, and a mark shows its neutral middle', async ({ page }) => {
  await open(page, translucentPixels());
  await type(page, 'Hue', '0.6');
  const track = page.locator('.slider', { has: slider(page, 'Hue') }).locator('.slider-track');
  const [mark, rail] = [await track.locator('.slider-mark').boundingBox(), await track.boundingBox()];
  if (!mark || !rail) throw new Error('The slider is not on the screen');
  expect(mark.x + mark.width / 2).toBeCloseTo(rail.x + rail.width / 2, 0);
  await page.mouse.dblclick(rail.x + rail.width * 0.2, rail.y + rail.height / 2);
  await expect(field(page, 'Hue')).toHaveValue('0');
  await expect(page.getByRole('button', { name: 'Set to Default' })).toBeDisabled();
});

test('a section that is opened at the lower edge of the panel comes into view', async ({ page }) => {
  await open(page, translucentPixels());
  const section = page.locator('.folded-section').last();
  await section.locator('summary').click();
  await expect(section.locator('fieldset')).toBeVisible();
  await expect(section).toBeInViewport({ ratio: 1 });
});

test('the color adjuster previews a slider while it moves', async ({ page }) => {
  await open(page, translucentPixels());
  const red = () => page.locator('.histogram-red').getAttribute('d');
  await expect.poll(red).not.toBe(null);
  const before = await red();
  await slider(page, 'Hue').focus();
  for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowRight');
  await expect(field(page, 'Hue')).toHaveValue('0.2');
  await stageReady(page);
  expect(await red()).not.toBe(before);
});

test('the color adjuster clamps typed values and works without WebGL', async ({ page }) => {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind.startsWith('webgl') || kind === 'webgpu' ? null : Reflect.apply(getContext, this, [kind, ...rest]);
    } as typeof getContext;
    OffscreenCanvas.prototype.getContext = new Proxy(OffscreenCanvas.prototype.getContext, {
      apply: (target, canvas, [kind, ...rest]) =>
        String(kind).startsWith('webgl') ? null : Reflect.apply(target, canvas, [kind, ...rest]),
    });
  });
  await page.goto('/color_adjuster');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await pngUpload(translucentPixels()));
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await expect(page.getByText('Preview drawn without graphics acceleration')).toBeVisible();
  await stageReady(page);
  await expect(dialog).toBeHidden();
  await type(page, 'Saturation', '7');
  await expect(field(page, 'Saturation')).toHaveValue('1');
  const { bytes } = await download(page, 'Download JPG');
  expect((await decode(bytes)).width).toBe(256);

  // Disables the CPU preview in addition to the GPU preview: the error dialog appears only if both fail.
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind === 'bitmaprenderer' ? null : Reflect.apply(getContext, this, [kind, ...rest]);
    } as typeof getContext;
  });
  await page.reload();
  await expect(dialog).toContainText('Failed to initialize preview.');
});

test('Undo and Set to Default restore the slider values in emptied fields', async ({ page }) => {
  await open(page, translucentPixels());
  await type(page, 'Brightness', '0.5');
  const empty = async (name: string) => {
    await field(page, name).fill('');
    await field(page, name).blur();
    await expect(page.getByText('Please enter a value.').first()).toBeVisible();
  };
  await empty('Brightness');
  await empty('Hue');
  await page.getByRole('button', { name: 'Set to Default' }).click();
  for (const name of ['Brightness', 'Hue']) await expect(field(page, name)).toHaveValue('0');
  await expect(page.getByText('Please enter a value.')).toHaveCount(0);
  await page.getByRole('button', { name: /^Undo(?!:)/ }).click();
  await expect(field(page, 'Brightness')).toHaveValue('0.5');
  await expect(slider(page, 'Brightness')).toHaveValue('0.5');
});

test('Apply sharpens and blurs, and Undo restores the exact pixels', async ({ page }) => {
  const pixels = translucentPixels();
  await page.goto('/blur_sharpen');
  await openImage(page, await pngUpload(pixels));
  await type(page, 'Sharpness', '-0.4');
  await pressAndWait(page, 'Apply');
  await expect(field(page, 'Sharpness')).toHaveValue('0');
  const blurred = await decode((await download(page, 'Download PNG')).bytes);
  const roughness = ({ data, width }: Pixels) => {
    let sum = 0;
    for (let index = 0; index < data.length - 4; index += 4)
      if (((index / 4) % width) + 1 < width) sum += Math.abs((data[index + 3] ?? 0) - (data[index + 7] ?? 0));
    return sum;
  };
  expect([blurred.width, blurred.height]).toEqual([256, 64]);
  expect(blurred.data.equals(pixels.data)).toBe(false);
  // The image's alpha increases linearly from left to right, so a blur changes alpha only at the edges.
  expect(roughness(blurred)).toBeLessThanOrEqual(roughness(pixels));
  await pressAndWait(page, 'Undo');
  const back = await decode((await download(page, 'Download PNG')).bytes);
  expect(back.data.equals(pixels.data)).toBe(true);
});
