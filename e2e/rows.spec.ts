import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { firstOf } from '../tests/deep.ts';
import { expectNoViolations } from './axe.ts';
import { button, command, downloadAll, imageFile, lookedAt } from './batches.ts';
import { drawnImage } from './generated.ts';
import { chooseMore, pasteAnywhere, stageReady } from './images.ts';
import { test } from './policed.ts';
import { drop } from './sent-files.ts';

/** Tests tables in the app. Their rows override the settings, as in the command. */

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
const toClipboard = (page: Page, text: string) => page.evaluate((words) => navigator.clipboard.writeText(words), text);

/** Returns how many pixels of the text preview are pure red, green or blue. */
const inkOf = (page: Page) =>
  page.evaluate(() => {
    const shown = document.querySelector<HTMLCanvasElement>('canvas.overlay-canvas');
    if (!shown) return [];
    const copy = new OffscreenCanvas(shown.width, shown.height);
    const context = copy.getContext('2d');
    context?.drawImage(shown, 0, 0);
    const { data } = context?.getImageData(0, 0, copy.width, copy.height) ?? { data: [] as number[] };
    const counts = [0, 0, 0];
    for (let at = 0; at < data.length; at += 4)
      for (let channel = 0; channel < 3; channel++)
        if (data[at + 3] === 255 && [0, 1, 2].every((each) => data[at + each] === (each === channel ? 255 : 0)))
          counts[channel] = (counts[channel] ?? 0) + 1;
    return counts.map((count) => count > 0);
  });

const dropTable = (page: Page, name: string, buffer: Buffer) => drop(page, [{ name, mimeType: 'text/csv', buffer }]);

async function expectRefused(page: Page, files: readonly string[], ...sentences: readonly string[]): Promise<void> {
  await page
    .locator('.source-line input[type=file]')
    .first()
    .setInputFiles([...files]);
  const error = page.getByRole('dialog', { name: 'Error' });
  for (const sentence of sentences) await expect(error).toContainText(sentence);
  await error.getByRole('button', { name: 'Close' }).click();
}

test('a table in Japanese writes each row’s text on the row’s image, as the command does', async ({ page }, info) => {
  const folder = info.outputPath('in');
  mkdirSync(folder);
  const images = [await imageFile(folder, '海.png', 160, 90, 1), await imageFile(folder, '山.png', 160, 90, 2)];
  const table = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const rows = table(
    '春夏.csv',
    '\uFEFFname,image,texts[0].text,texts[0].textColor\r\n春の海,海.png,"ひねもす\nのたり",#ff0000\r\n,山.png,"山",#0000ff\r\n夏の海,海.png,,\r\n',
  );
  await page.goto('/advanced_text_editor');
  await expect(button(page, 'Try a sample')).toBeEnabled();
  const recipe = {
    operation: 'write-texts',
    params: {
      texts: [
        {
          text: '海',
          fontFamily: 'Noto Serif JP',
          fontPt: 24,
          textColor: '#00ff00',
          boundingBox: { top: 5, left: 5, bottom: 85, right: 155 },
        },
      ],
    },
  };
  // The table replaces the list of files, on the screen and in storage.
  await page
    .locator(':is(.stage-empty, .stage-invitation) input[type=file]:not([webkitdirectory])')
    .first()
    .setInputFiles(images);
  await lookedAt(page, '海.png');
  await toClipboard(page, JSON.stringify(recipe));
  await chooseMore(page, 'Paste recipe');
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue('海');

  const bad = (name: string, text: string, files: readonly string[] = []) => [table(name, text), ...files];
  await expectRefused(
    page,
    bad('a.csv', 'texts[0].text,colour\nx,red\n'),
    'a.csv, row 1',
    'This table cannot be used.',
    'Unknown column colour.',
  );
  await expectRefused(
    page,
    bad('b.csv', 'texts[0].fontPt\n24\n2000\n'),
    'b.csv, row 2',
    'texts[0].fontPt must be from 4 to 1000, not 2000.',
  );
  await expectRefused(page, bad('c.csv', 'image\n海.png\n', [images[1] as string]), 'c.csv, row 1', '海.png');

  await page
    .locator('.source-line input[type=file]')
    .first()
    .setInputFiles([rows, ...images]);
  await lookedAt(page, '春の海');
  await expect(page.getByRole('heading', { name: '3 rows' })).toBeVisible();
  await expect.poll(() => inkOf(page)).toEqual([true, false, false]);
  await button(page, '春夏-002, ready').click();
  await lookedAt(page, '春夏-002');
  await expect.poll(() => inkOf(page)).toEqual([false, false, true]);

  await chooseMore(page, 'Copy recipe');
  writeFileSync(join(folder, 'recipe.json'), await page.evaluate(() => navigator.clipboard.readText()));
  await command('run', join(folder, 'recipe.json'), rows, '-o', info.outputPath('out'));
  const expectAsCommand = async () => {
    const made = await downloadAll(page);
    expect(Object.keys(made)).toEqual(['春の海.png', '春夏-002.png', '夏の海.png']);
    for (const [name, bytes] of Object.entries(made))
      expect(bytes.equals(readFileSync(info.outputPath('out', name))), name).toBe(true);
  };
  await expectAsCommand();
  await expectNoViolations(page);
  await page.reload();
  await lookedAt(page, '春夏-002');
  await expectAsCommand();
});

test('a pasted table writes a text for each row on a blank background, as the command does', async ({ page }, info) => {
  await page.goto('/editor');
  for (const [name, value] of Object.entries({ Width: 90, Height: 120 })) {
    await page.getByRole('textbox', { name, exact: true }).fill(String(value));
    await page.getByRole('textbox', { name, exact: true }).blur();
  }
  await button(page, 'Generate').click();
  await expect(page.getByText('90 × 120 px', { exact: true })).toBeVisible();
  await stageReady(page);

  const table =
    'text\tauthor\tstyle.main.textColor\tstyle.main.fontPctH\n古池や\t芭蕉\t#ff0000\t12\n春の海\t蕪村\t#0000ff\t15\n';
  await toClipboard(page, table);
  await chooseMore(page, 'Paste a table');
  await lookedAt(page, 'rows-001');
  await expect.poll(() => inkOf(page)).toEqual([true, false, false]);
  await button(page, 'rows-002, ready').click();
  await expect.poll(() => inkOf(page)).toEqual([false, false, true]);

  await chooseMore(page, 'Copy recipe');
  writeFileSync(info.outputPath('recipe.json'), await page.evaluate(() => navigator.clipboard.readText()));
  writeFileSync(info.outputPath('rows.tsv'), table);
  const out = info.outputPath('out');
  await command('run', info.outputPath('recipe.json'), info.outputPath('rows.tsv'), '-o', out);
  const made = await downloadAll(page);
  expect(Object.keys(made)).toEqual(['rows-001.png', 'rows-002.png']);
  for (const [name, bytes] of Object.entries(made))
    expect(bytes.equals(readFileSync(join(out, basename(name)))), name).toBe(true);

  // Text that is pasted outside a text field is read as a table, unless the text is a recipe.
  await pasteAnywhere(page, table.replace('12\n', '0\n'));
  const error = page.getByRole('dialog', { name: 'Error' });
  await expect(error).toContainText('row 1');
  await error.getByRole('button', { name: 'Close' }).click();
  const recipe = [{ operation: 'scale', params: { percent: 50 } }];
  await pasteAnywhere(page, JSON.stringify(recipe, undefined, 2));
  await expect(page.getByRole('dialog', { name: 'Recipe' })).toBeVisible();
});

test('a table whose encoding is uncertain shows its text in each, and the chosen one names the results', async ({
  page,
}) => {
  await page.goto('/editor');
  await stageReady(page);
  // The bytes of 海 in Shift_JIS are ŠC in windows-1252.
  const choose = () => dropTable(page, '海.csv', Buffer.from('name,text\n\x8aC,\x8aC\nb,b\n', 'latin1'));
  const dialog = page.getByRole('dialog', { name: 'Choose the text encoding' });
  await choose();
  await expect(dialog).toContainText('海.csv');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await choose();
  await dialog.getByRole('radio', { name: 'Shift_JIS' }).check();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await lookedAt(page, '海');
  expect(Object.keys(await downloadAll(page))).toEqual(['海.png', 'b.png']);
});

for (const [path, table] of firstOf([
  ['/editor', 'text,style.main.textColor\n古池や,#ff0000\n春の海,#0000ff\n'],
  ['/horizontal_editor', 'text,style.main.textColor\n古池や,#ff0000\n春の海,#0000ff\n'],
  ['/advanced_text_editor', 'texts[0].text,texts[0].textColor\n古池や,#ff0000\n春の海,#0000ff\n'],
] as const))
  test(`a table dropped on the empty ${path} shows its first row, which Generate makes`, async ({ page }) => {
    await page.goto(path);
    await stageReady(page);
    await expect(page.locator('.stage-invitation button').first()).toBeVisible();
    await dropTable(page, 'rows.csv', Buffer.from(table));
    await expect(page.getByRole('heading', { name: '2 rows' })).toBeVisible();
    await expect(page.locator('.stage-invitation')).toHaveCount(0);
    await expect.poll(() => inkOf(page)).toEqual([true, false, false]);
    const made = async () => {
      const {
        pixels: { data: pixels },
      } = await drawnImage(page, 'PNG');
      const counts = [0, 0, 0];
      for (let at = 0; at < pixels.length; at += 4)
        for (const each of [0, 1, 2])
          if ([0, 1, 2].every((channel) => pixels[at + channel] === (channel === each ? 255 : 0)))
            counts[each] = (counts[each] ?? 0) + 1;
      return counts.map((count) => count > 0);
    };
    expect(await made()).toEqual([true, false, false]);
    await button(page, 'rows-002, ready').click();
    await expect.poll(() => inkOf(page)).toEqual([false, false, true]);
    expect(await made()).toEqual([false, false, true]);
  });
