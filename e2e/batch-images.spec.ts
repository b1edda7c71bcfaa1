import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { expectNoViolations } from './axe.ts';
import { button, command, downloadAll, imageFile, lookedAt } from './batches.ts';
import { cut, decode, distance, openFilePicker } from './images.ts';
import { test } from './policed.ts';

/** Tests batches in tools that edit one image. Edits of the displayed image apply to the whole batch. */

test('ten images convert to WebP in four presses, and to PNG with the same bytes as the command', async ({
  page,
}, info) => {
  const folder = info.outputPath('in');
  mkdirSync(folder);
  const paths: string[] = [];
  for (let at = 0; at < 10; at++) paths.push(await imageFile(folder, `photo-${at}.png`, 60 + at, 40, at));
  await page.goto('/format_converter');
  await expect(button(page, 'Try a sample')).toBeEnabled();

  const picker = await openFilePicker(page, () => button(page, 'Choose File').click());
  expect(picker.isMultiple()).toBe(true);
  await picker.setFiles(paths);
  await expect(page.getByRole('heading', { name: '10 images' })).toBeVisible();
  await lookedAt(page, 'photo-0.png');
  await page.locator('label', { hasText: /^WebP/ }).click();
  const made = await downloadAll(page);
  expect(Object.keys(made)).toEqual(paths.map((_, at) => `photo-${at}.webp`));
  for (const [at, path] of paths.entries()) {
    const [is, was] = [await sharp(made[`photo-${at}.webp`]).metadata(), await decode(readFileSync(path))];
    expect([is.format, is.width, is.height]).toEqual(['webp', was.width, was.height]);
    expect(distance((await decode(made[`photo-${at}.webp`] as Buffer)).data, was.data).mean).toBeLessThan(6);
  }
  await expect(page.getByRole('status').filter({ hasText: '10 done' })).toBeVisible();

  await page.locator('label', { hasText: /^PNG/ }).click();
  const pngs = await downloadAll(page);
  await command('convert', folder, '-o', info.outputPath('out'), '--format', 'png');
  for (const at of paths.keys())
    expect(pngs[`photo-${at}.png`]?.equals(readFileSync(info.outputPath('out', `photo-${at}.png`)))).toBe(true);
});

test('a batch crops a folder by ratio, marks damaged images, preserves subfolders, and names files by a pattern', async ({
  page,
}, info) => {
  const folder = info.outputPath('photos');
  mkdirSync(join(folder, 'sub'), { recursive: true });
  const sources = {
    'photos/001-a-60.png': await imageFile(folder, 'a.png', 90, 60, 1),
    'photos/002-b-60.png': await imageFile(folder, 'b.png', 60, 90, 2),
    'photos/sub/004-c-120.png': await imageFile(join(folder, 'sub'), 'c.png', 180, 120, 3),
  };
  const whole = readFileSync(sources['photos/001-a-60.png']);
  writeFileSync(join(folder, 'broken.png'), whole.subarray(0, whole.length / 2));
  writeFileSync(join(folder, '.hidden.png'), whole);
  writeFileSync(join(folder, 'notes.txt'), 'no picture');
  await page.goto('/cropper');
  await expect(button(page, 'Open a folder')).toBeEnabled();
  await page.locator(':is(.stage-empty, .stage-invitation) input[webkitdirectory]').setInputFiles(folder);
  await expect(page.getByRole('heading', { name: '4 images' })).toBeVisible();
  await lookedAt(page, 'a.png');
  await page.getByRole('button', { name: '1:1', exact: true }).click();

  // Opens the next image by keyboard. The next image has the same settings.
  await button(page, 'a.png, ready').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await lookedAt(page, 'b.png');
  await expect(page.getByText('60 × 90 px', { exact: true })).toBeVisible();
  const corner = (name: string) => page.getByRole('textbox', { name, exact: true });
  for (const [name, value] of Object.entries({ topX: 0, topY: 15, bottomX: 60, bottomY: 75 }))
    await expect(corner(name)).toHaveValue(String(value));

  const pattern = page.getByRole('textbox', { name: 'File names' });
  await pattern.fill('{index:03}-{size}');
  await expect(page.getByText('Unknown field {size}.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Download \d of 4$/ })).toBeDisabled();
  await pattern.fill('{index:03}-{name}-{width}');
  const made = await downloadAll(page);
  expect(Object.keys(made).sort()).toEqual(Object.keys(sources));
  for (const [name, path] of Object.entries(sources)) {
    const source = await decode(readFileSync(path));
    const side = Math.min(source.width, source.height);
    const [left, top] = [(source.width - side) / 2, (source.height - side) / 2];
    expect((await decode(made[name] as Buffer)).data.equals(cut(source, left, top, side, side))).toBe(true);
  }

  const row = page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: 'broken.png' });
  await expect(row).toContainText('The file is cut off, and part of the image is missing.');
  await expect(page.getByRole('status').filter({ hasText: '3 done · 1 failed' })).toBeVisible();
  await button(page, 'Try broken.png again').click();
  await expect(row).toContainText('The file is cut off, and part of the image is missing.');
  await button(page, 'Remove broken.png').click();
  await expect(page.getByRole('heading', { name: '3 images' })).toBeVisible();

  await expectNoViolations(page);

  await page.locator('.source-line input[type=file]').setInputFiles(sources['photos/001-a-60.png']);
  await expect(page.getByRole('heading', { name: '3 images' })).toHaveCount(0);
});

test('scaling a batch gives the same bytes as the command', async ({ page }, info) => {
  const folder = info.outputPath('in');
  mkdirSync(folder);
  const paths = [await imageFile(folder, 'wide.png', 90, 60, 1), await imageFile(folder, 'high.png', 60, 90, 2)];
  const expectSame = async (name: string, ...args: string[]) => {
    const made = await downloadAll(page);
    const out = info.outputPath(name);
    await command(...args, folder, '-o', out);
    expect(Object.keys(made)).toEqual(['wide.png', 'high.png']);
    for (const [path, bytes] of Object.entries(made)) expect(bytes.equals(readFileSync(join(out, path)))).toBe(true);
  };
  const open = async (route: string) => {
    await page.goto(route);
    await expect(button(page, 'Choose File')).toBeEnabled();
    await page.locator('input[type=file]').first().setInputFiles(paths);
    await lookedAt(page, 'wide.png');
  };
  const type = async (name: string, value: string) => {
    await page.getByRole('textbox', { name, exact: true }).fill(value);
    await page.getByRole('textbox', { name, exact: true }).blur();
  };
  await open('/scaler');
  await type('Width', '45');
  // The width that was typed for the landscape image also applies to the portrait image.
  await expectSame('scaled', 'scale', '--width', '45');
  await button(page, '25%').click();
  await expectSame('quarters', 'scale', '--percent', '25');
  await type('Width', '45');
  await button(page, 'high.png, done').click();
  await lookedAt(page, 'high.png');
  await expect(page.getByRole('textbox', { name: 'Height', exact: true })).toHaveValue('68');
});

test('a batch is written into a folder with its subfolders, and overwrites no file', async ({ page }, info) => {
  const folder = info.outputPath('photos');
  mkdirSync(join(folder, 'sub'), { recursive: true });
  const paths = [await imageFile(folder, 'a.png', 40, 30, 1), await imageFile(join(folder, 'sub'), 'b.png', 30, 40, 2)];
  // Replaces the browser's folder picker, which tests can't operate, by a folder in the origin private file system.
  await page.addInitScript(() => {
    const choose = async () => {
      const root = await navigator.storage.getDirectory();
      return root.getDirectoryHandle('chosen', { create: true });
    };
    Object.assign(window, { showDirectoryPicker: choose });
  });
  await page.goto('/format_converter');
  await expect(button(page, 'Open a folder')).toBeEnabled();
  await page.locator(':is(.stage-empty, .stage-invitation) input[webkitdirectory]').setInputFiles(folder);
  await lookedAt(page, 'a.png');
  const save = async (seen: string) => {
    await button(page, 'Save into a folder').click();
    await expect(page.getByRole('list', { name: 'Files' }).getByText(seen)).toHaveCount(2);
  };
  const chooseFormat = (name: string) => page.locator('label', { hasText: new RegExp(`^${name}`) }).click();
  await chooseFormat('PNG');
  await save('saved');
  await chooseFormat('WebP');
  await page.getByRole('textbox', { name: 'File names' }).fill('{name}.png');
  await save('saved');
  await chooseFormat('PNG');
  await page.getByRole('textbox', { name: 'File names' }).fill('{name}');
  await button(page, 'Save into a folder').click();
  const written = () =>
    page.evaluate(async () => {
      const found: Record<string, string> = {};
      type Handles = { entries(): AsyncIterable<[string, FileSystemDirectoryHandle | FileSystemFileHandle]> };
      const walk = async (folder: FileSystemDirectoryHandle, place: string) => {
        for await (const [name, handle] of (folder as unknown as Handles).entries())
          if (handle.kind === 'directory') await walk(handle as FileSystemDirectoryHandle, `${place}${name}/`);
          else {
            const bytes = new Uint8Array(await (await (handle as FileSystemFileHandle).getFile()).arrayBuffer());
            found[place + name] = btoa(String.fromCharCode(...bytes));
          }
      };
      await walk(await (await navigator.storage.getDirectory()).getDirectoryHandle('chosen'), '');
      return found;
    });
  const names = ['a', 'sub/b'].flatMap((name) =>
    ['.png', ' (2).png', '.png.webp'].map((end) => `photos/${name}${end}`),
  );
  let files: Record<string, string> = {};
  // Ignores errors of a temporary file, which may disappear while the test reads the folder.
  await expect(async () => {
    files = await written();
    expect(Object.keys(files).sort()).toEqual(names.sort());
  }).toPass();
  const bytesOf = (name: string) => Buffer.from(files[name] ?? '', 'base64');
  for (const [at, name] of ['photos/a', 'photos/sub/b'].entries()) {
    const source = await decode(readFileSync(paths[at] as string));
    for (const end of ['.png', ' (2).png'])
      expect((await decode(bytesOf(name + end))).data.equals(source.data)).toBe(true);
    expect((await sharp(bytesOf(`${name}.png.webp`)).metadata()).format).toBe('webp');
  }
});

test('a batch stays open when a file cannot be opened, and closes when another image opens', async ({ page }, info) => {
  const folder = info.outputPath('in');
  mkdirSync(folder);
  const paths = [await imageFile(folder, 'one.png', 60, 40, 1), await imageFile(folder, 'two.png', 60, 40, 2)];
  const strip = page.getByRole('region', { name: 'Open images' });
  await page.goto('/cropper');
  await expect(button(page, 'Try a sample')).toBeEnabled();
  await page.locator('input[type=file]').first().setInputFiles(paths);
  await lookedAt(page, 'one.png');

  const notes = join(folder, 'notes.png');
  writeFileSync(notes, 'no picture');
  await page.locator('input[type=file]').first().setInputFiles(notes);
  const error = page.getByRole('dialog', { name: 'Error' });
  await error.getByRole('button', { name: 'Close' }).click();
  await lookedAt(page, 'one.png');

  const other = await imageFile(folder, 'other.png', 50, 70, 3);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Open a file');
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('Open a file');
  const picker = await openFilePicker(page, () => page.keyboard.press('Enter'));
  await picker.setFiles(other);
  await expect(page.getByText('50 × 70 px', { exact: true })).toBeVisible();
  await expect(strip).toHaveCount(0);
});

test('a batch names files removed or changed after they were chosen, and exports the other files', async ({
  page,
}, info) => {
  const paths = await Promise.all([0, 1, 2].map((at) => imageFile(info.outputPath('.'), `${at}.png`, 30, 20, at)));
  await page.goto('/scaler');
  await expect(button(page, 'Choose File')).toBeEnabled();
  await page.locator('input[type=file]').first().setInputFiles(paths);
  await expect(page.getByRole('heading', { name: '3 images' })).toBeVisible();
  await lookedAt(page, '0.png');
  rmSync(paths[1] as string);
  writeFileSync(paths[2] as string, 'another');
  expect(Object.keys(await downloadAll(page))).toEqual(['0.png']);
  for (const name of ['1.png', '2.png'])
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Open it again.');
  await expect(button(page, 'Download 1 of 3')).toBeEnabled();
  await button(page, 'Close all 3 images').click();
  await expect(button(page, 'Try a sample')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(page.getByRole('heading', { name: '3 images' })).toBeVisible();
});
