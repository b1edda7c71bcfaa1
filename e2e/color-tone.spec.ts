import { readFile, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { command } from './batches.ts';
import {
  decode,
  download,
  downloadFromFoot,
  openFilePicker,
  openImage,
  pngUpload,
  stageReady,
  translucentPixels,
} from './images.ts';
import { test } from './policed.ts';
import { countPresses, presses } from './presses.ts';

test('Color Adjust makes an image black and white, with the same bytes as the command', async ({ page }, info) => {
  const upload = await pngUpload(translucentPixels(), 'colors.png');
  await page.goto('/color_adjuster');
  await openImage(page, upload);
  await stageReady(page);
  await page.getByText('Black and white, sepia', { exact: true }).click();
  await page.getByRole('switch', { name: 'Black and white', exact: true }).check({ force: true });
  const { bytes } = await download(page, 'Download PNG');
  const { data } = await decode(bytes);
  const colored = data.filter((level, at) => at % 4 < 3 && level !== data[at - (at % 4)]);
  expect(colored).toHaveLength(0);
  const [input, output] = [info.outputPath('colors.png'), info.outputPath('gray.png')];
  await writeFile(input, upload.buffer);
  await command('adjust-color', input, '-o', output, '--gray');
  expect(bytes.equals(await readFile(output))).toBe(true);
});

/** A dark, reddish image without black and white. */
function dullPixels() {
  const [width, height] = [320, 240];
  const data = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const level = 20 + ((at % width) * 90) / width;
    data.set([level * 1.2, level, level * 0.8 + Math.floor(at / width) / 12, 255], at * 4);
  }
  return { width, height, data };
}

test('correcting an image automatically takes at most 3 presses from the home page, and gives the same bytes as the command', async ({
  page,
}, info) => {
  const upload = await pngUpload(dullPixels(), 'dull.png');
  await countPresses(page);
  await page.goto('/home');
  const picker = await openFilePicker(page, () => page.getByRole('button', { name: 'Choose File' }).click());
  await picker.setFiles(upload);
  await page.getByRole('dialog').getByRole('button', { name: 'Auto color' }).click();
  await expect(page.getByRole('region', { name: 'Editing steps' }).getByRole('listitem')).toHaveText(['Color Adjust']);
  await stageReady(page);
  const { bytes } = await downloadFromFoot(page, 'Download PNG');
  expect(await presses(page)).toBeLessThanOrEqual(3);
  const { data } = await decode(bytes);
  expect(Math.max(...data.filter((_, at) => at % 4 === 1))).toBeGreaterThan(240);
  const [input, output] = [info.outputPath('dull.png'), info.outputPath('bright.png')];
  await writeFile(input, upload.buffer);
  await command('adjust-color', input, '-o', output, '--auto');
  expect(bytes.equals(await readFile(output))).toBe(true);

  await page.getByRole('link', { name: 'Color Adjust', exact: true }).click();
  const auto = page.getByRole('button', { name: 'Auto', exact: true });
  await expect(auto).toHaveAttribute('aria-pressed', 'true');
  await auto.click();
  await expect(auto).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('button', { name: 'Set to Default' })).toBeDisabled();
});

test('the black and the white point are set below the histogram, by keys, by typing and by a double-click', async ({
  page,
}) => {
  await page.goto('/color_adjuster');
  await openImage(page, await pngUpload(dullPixels(), 'dull.png'));
  await stageReady(page);
  const [black, white] = [
    page.locator('.levels-black').getByRole('slider'),
    page.locator('.levels-white').getByRole('slider'),
  ];
  await black.focus();
  for (let press = 0; press < 12; press++) await page.keyboard.press('ArrowRight');
  await expect(black).toHaveValue('12');
  await page.locator('summary', { hasText: 'Light' }).click();
  const field = page.getByRole('textbox', { name: 'White point', exact: true });
  await field.fill('5');
  await field.blur();
  await expect(white).toHaveValue('5');
  await expect(black).toHaveValue('4');
  await field.fill('120');
  await field.blur();
  const { data } = await decode((await download(page, 'Download PNG')).bytes);
  const source = dullPixels().data;
  for (const at of [0, 401, 1602])
    expect(data[at]).toBe(Math.round(Math.min(255, Math.max(0, ((source[at] as number) - 4) * (255 / 116)))));
  const track = await page.locator('.levels-track').boundingBox();
  if (!track) throw new Error('The points are not on the screen');
  await page.mouse.dblclick(track.x + track.width * 0.8, track.y + track.height / 2);
  await expect(black).toHaveValue('0');
  await expect(white).toHaveValue('255');
});
