import { readFile, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { command } from './batches.ts';
import { decode, download, openImage, pngUpload, stageReady, translucentPixels } from './images.ts';
import { test } from './policed.ts';

test('Color Adjust makes an image black and white, with the same bytes as the command', async ({ page }, info) => {
  const upload = await pngUpload(translucentPixels(), 'colors.png');
  await page.goto('/color_adjuster');
  await openImage(page, upload);
  await stageReady(page);
  await page.getByText('Black and white, sepia', { exact: true }).click();
  await page.getByRole('switch', { name: 'Black and white', exact: true }).check({ force: true });
  const { bytes } = await download(page, 'Download PNG');
  const { data } = await decode(bytes);
  for (let at = 0; at < data.length; at += 4) expect(data[at] === data[at + 1] && data[at] === data[at + 2]).toBe(true);
  const [input, output] = [info.outputPath('colors.png'), info.outputPath('gray.png')];
  await writeFile(input, upload.buffer);
  await command('adjust-color', input, '-o', output, '--gray');
  expect(bytes.equals(await readFile(output))).toBe(true);
});
