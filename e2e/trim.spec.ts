import { readFile, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { command } from './batches.ts';
import { decode, downloadFromFoot, named, openFilePicker, stageReady } from './images.ts';
import { test } from './policed.ts';
import { countPresses, presses } from './presses.ts';

test('trimming an image takes at most 3 presses from the home page, and gives the same bytes as the command', async ({
  page,
}, info) => {
  const content = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a03060' } })
    .png()
    .toBuffer();
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#fdfdfb' } })
    .composite([{ input: content, left: 90, top: 70 }])
    .png()
    .toBuffer();
  await countPresses(page);
  await page.goto('/home');
  const picker = await openFilePicker(page, () => page.getByRole('button', { name: 'Choose File' }).click());
  await picker.setFiles({ name: 'scan.png', mimeType: 'image/png', buffer });
  await page.getByRole('dialog').getByRole('button', { name: 'Trim borders' }).click();
  await expect(page.getByText('300 × 200 px', { exact: true })).toBeVisible();
  const { name, bytes } = await downloadFromFoot(page, 'Download PNG');
  expect(name).toBe('scan.png');
  expect(await presses(page)).toBeLessThanOrEqual(3);
  expect(await decode(bytes)).toMatchObject({ width: 300, height: 200 });
  const [input, output] = [info.outputPath('scan.png'), info.outputPath('trimmed.png')];
  await writeFile(input, buffer);
  await command('trim', input, '-o', output);
  expect(bytes.equals(await readFile(output))).toBe(true);

  await page.getByRole('link', { name: 'Crop', exact: true }).click();
  await stageReady(page);
  await page.getByRole('button', named('Trim')).click();
  await expect(page.getByText(/Nothing to trim/)).toBeVisible();
});
