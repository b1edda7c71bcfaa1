import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { blockWorker, download, hasSamples, samplePath, type Upload } from './images.ts';
import { test } from './policed.ts';
import { storedText } from './stored.ts';
import { toneUpload } from './videos.ts';

const shipped = (name: string) => resolve(import.meta.dirname, '../public/samples', name);
const upload = (page: Page, ...files: string[]) => page.locator('input[type=file]').first().setInputFiles(files);
const fact = (page: Page, term: string) => page.locator('dt', { hasText: term }).locator('+ dd');
const rows = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem');

const BITRATES = [32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];

async function convertAlone(page: Page, file: Upload): Promise<Buffer> {
  const other = await page.context().newPage();
  await other.goto('/wav_to_mp3');
  await other.locator('input[type=file]').first().setInputFiles(file);
  const { bytes } = await download(other, 'Convert and Download');
  await other.close();
  return bytes;
}

test('the audio converter converts WAV to MP3, and shows details, waveform and tags', async ({ page }) => {
  await page.goto('/wav_to_mp3');
  await page.getByRole('button', { name: 'Try a sample' }).click();
  await expect(fact(page, 'MIME type')).toHaveText('audio/wav');
  await expect(fact(page, 'Duration')).toHaveText('5.00 s');
  await expect(fact(page, 'Sample rate')).toHaveText('22,050 Hz');
  await expect(fact(page, 'Channels')).toHaveText('1');
  await expect(fact(page, 'Title')).toHaveText('Koto');
  await expect(
    page.getByRole('img', { name: 'Waveform of sample.wav' }).locator('path:not([data-loading])'),
  ).toBeVisible();
  await page.getByRole('button', { name: /^\d+ kbps Bitrate$/ }).click();
  await expect(page.getByRole('option')).toHaveText(BITRATES.map((kbps) => `${kbps} kbps`));
  await page.getByRole('option', { name: '96 kbps', exact: true }).click();

  const { name, bytes } = await download(page, 'Convert and Download');
  expect(name).toBe('sample.mp3');
  // Expects equal bytes: the command made the reference sample.mp3 from the same WAV file with the same settings.
  expect(bytes.equals(await readFile(shipped('sample.mp3')))).toBe(true);

  // A second press of the button converts only the new file, and doesn't download the first result again.
  const next = { name: 'next.wav', mimeType: 'audio/wav', buffer: await readFile(shipped('sample.wav')) };
  await page.locator('input[type=file]').first().setInputFiles(next);
  await expect(rows(page).filter({ hasText: 'next.wav' })).toContainText('Ready');
  const second = await download(page, 'Convert and Download');
  expect(second.name).toBe('next.mp3');
  expect(second.bytes.equals(bytes)).toBe(true);
  // If all files have results, the button downloads all results.
  expect((await download(page, 'Convert and Download')).name).toBe('wav_to_mp3.zip');

  await page.reload();
  await expect(page.getByRole('button', { name: '96 kbps Bitrate' })).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
});

test('the audio converter converts MP3 to a WAV of the same length with a standard header', async ({ page }) => {
  await page.goto('/mp3_to_wav');
  await upload(page, shipped('sample.mp3'));
  await expect(fact(page, 'MIME type')).toHaveText('audio/mpeg');
  await expect(fact(page, 'Duration')).toHaveText('5.00 s');
  const { name, bytes } = await download(page, 'Convert and Download');
  expect(name).toBe('sample.wav');
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
  expect([bytes.readUInt32LE(16), bytes.readUInt16LE(22), bytes.readUInt32LE(24), bytes.readUInt16LE(34)]).toEqual([
    16, 1, 22_050, 16,
  ]);
  const samples = 22_050 * 5;
  expect([bytes.toString('latin1', 36, 40), bytes.readUInt32LE(40)]).toEqual(['data', samples * 2]);

  const source = await readFile(shipped('sample.wav'));
  let [signal, noise] = [0, 0];
  for (let at = 44; at < 44 + samples * 2; at += 2) {
    signal += source.readInt16LE(at) ** 2;
    noise += (source.readInt16LE(at) - bytes.readInt16LE(at)) ** 2;
  }
  expect(10 * Math.log10(signal / noise)).toBeGreaterThan(15);
});

test('the audio converter refuses wrong extensions and unreadable files, and converts the other files to one ZIP archive', async ({
  page,
}) => {
  await page.goto('/wav_to_mp3');
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await upload(page, shipped('sample.mp3'));
  await expect(dialog).toContainText('sample.mp3Please provide a WAV file.');
  await dialog.getByRole('button', { name: 'Open in MP3 to WAV' }).click();
  await expect(page).toHaveURL(/\/mp3_to_wav$/);
  await expect(rows(page)).toHaveCount(1);
  await page.goto('/wav_to_mp3');
  await expect(rows(page)).toHaveCount(0);

  const input = page.locator('input[type=file]').first();
  await input.setInputFiles({ name: 'broken.wav', mimeType: 'audio/wav', buffer: Buffer.from('RIFF    WAVE ') });
  const damaged = rows(page).filter({ hasText: 'This WAV file is damaged or cut off.' });
  await expect(damaged).toHaveCount(1);
  const buffer = await readFile(shipped('sample.wav'));
  for (const name of ['one.wav', 'two.WAV']) await input.setInputFiles({ name, mimeType: 'audio/wav', buffer });
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).filter({ hasText: 'Ready' })).toHaveCount(2);

  const { name, bytes } = await download(page, 'Convert and Download');
  expect(name).toBe('wav_to_mp3.zip');
  expect(bytes.toString('latin1', 0, 2)).toBe('PK');
  const entries = unzipSync(bytes);
  expect(Object.keys(entries)).toEqual(['one.mp3', 'two.mp3']);
  // Each file in the archive equals the result of a separate conversion with the same settings.
  const alone = await convertAlone(page, { name: 'one.wav', mimeType: 'audio/wav', buffer });
  for (const entry of Object.values(entries)) expect(alone.equals(entry)).toBe(true);
  await expect(damaged).toHaveCount(1);
  await expect(dialog).toHaveCount(0);
  await expect(rows(page).filter({ hasText: 'Done' })).toHaveCount(2);
});

test('the row of each unreadable file says why, in the page’s language, and a good file stays selected', async ({
  page,
}) => {
  const wav = (tag: number) => {
    const { buffer } = toneUpload('', 0.1);
    buffer.writeUInt16LE(tag, 20);
    return buffer;
  };
  const files = [
    { name: 'cut.wav', mimeType: 'audio/wav', buffer: Buffer.from('RIFF    WAVE ') },
    { name: 'gsm.wav', mimeType: 'audio/wav', buffer: wav(0x31) },
    { name: 'fine.wav', mimeType: 'audio/wav', buffer: wav(1) },
  ];
  for (const [query, details, messages, cause] of [
    [
      '',
      'Details',
      {
        'cut.wav': 'This WAV file is damaged or cut off.',
        'gsm.wav': 'Failed to read audio metadata. Conversion invalid: GSM 6.10 (format tag 49)',
      },
      'Failed to read audio metadata. Invalid WAVE file - missing "fmt " chunk.',
    ],
    [
      '?lng=ja',
      '詳細',
      {
        'cut.wav': 'この WAV ファイルは壊れているか、途中で切れています。',
        'gsm.wav': '音声の情報を読み取れませんでした。 変換できない形式です：GSM 6.10（形式番号 49）',
      },
      '音声の情報を読み取れませんでした。 WAV ファイルが壊れています（「fmt 」チャンクがありません）。',
    ],
  ] as const) {
    await page.goto(`/wav_to_mp3${query}`);
    await page.locator('input[type=file]').first().setInputFiles(files);
    const list = page.getByRole('list').filter({ hasText: 'cut.wav' }).getByRole('listitem');
    await expect(list).toHaveCount(3);
    for (const [name, sentences] of Object.entries(messages))
      await expect(list.filter({ hasText: name })).toContainText(sentences);
    const heading = page.locator('.sound-name');
    await expect(heading).toHaveText('fine.wav');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'cut.wav', exact: true }).click();
    await expect(heading).toHaveText('cut.wav');
    await page.locator('summary', { hasText: details }).click();
    await expect(page.getByText(cause)).toBeVisible();
    // Deletes data that the first visit has stored.
    await page.evaluate(() => indexedDB.deleteDatabase('fudebako'));
  }
});

test.describe('with sample files', () => {
  test.skip(!hasSamples, 'needs ../shared/samples');

  test('the audio converter shows the tags of an MP3, and a canceled conversion leaves no file', async ({ page }) => {
    await page.goto('/mp3_to_wav');
    await upload(page, samplePath('audio/id3v2-cover-1400px.mp3'));
    await expect(page.getByRole('img', { name: 'Cover', exact: true })).toBeVisible();
    await upload(page, samplePath('audio/music-outfoxing-97s.mp3'));
    await expect(fact(page, 'Duration')).toHaveText('97.40 s');
    let downloads = 0;
    page.on('download', () => downloads++);
    // Keeps the worker busy, so that the conversion can't end before Cancel is pressed.
    const release = await blockWorker(page, 'media');
    await page.getByRole('button', { name: 'Convert and Download' }).click();
    await expect(page.getByRole('button', { name: 'Converting…' })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Cancel music-outfoxing-97s.mp3' }).click();
    await expect(rows(page).filter({ hasText: 'music-outfoxing-97s.mp3' })).toContainText('Ready');
    await release();
    await expect.poll(() => downloads).toBe(1);
    await expect(page.getByRole('button', { name: 'Download id3v2-cover-1400px.wav' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download music-outfoxing-97s.wav' })).toHaveCount(0);
  });
});

test('Undo takes back the last change of the audio list, and restores removed files with their results', async ({
  page,
}) => {
  const undo = (change: string) => page.getByRole('button', { name: `Undo ${change}`, exact: true });
  await page.goto('/wav_to_mp3');
  for (const name of ['first.wav', 'second.wav']) {
    await page.locator('input[type=file]').first().setInputFiles(toneUpload(name, 1));
    await expect(rows(page).filter({ hasText: name })).toContainText('Ready');
  }
  await download(page, 'Convert and Download');
  await page.getByRole('button', { name: 'Remove first.wav' }).click();
  await expect(rows(page)).toHaveCount(1);
  await undo('remove file').click();
  await expect(rows(page)).toContainText(['first.wav', 'second.wav']);
  await expect(page.getByRole('button', { name: 'Download first.mp3' })).toBeVisible();

  await page.getByRole('button', { name: 'Remove all', exact: true }).click();
  await expect(rows(page)).toHaveCount(0);
  await undo('remove all files').click();
  await expect(rows(page)).toContainText(['first.wav', 'second.wav']);
  await page.getByRole('button', { name: 'Redo remove all files', exact: true }).click();
  await expect(rows(page)).toHaveCount(0);
  await undo('remove all files').click();

  await page.getByRole('button', { name: 'Remove second.wav' }).click();
  await page.locator('input[type=file]').first().setInputFiles(toneUpload('third.wav', 1));
  await expect(rows(page)).toContainText(['first.wav', 'third.wav']);
  // The history is stored with the list.
  await expect.poll(() => storedText(page)).toContain('third.wav');
  await page.reload();
  await expect(rows(page).filter({ hasText: 'Ready' })).toHaveCount(2);
  await undo('add files').click();
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toContainText(['first.wav', 'second.wav']);
  await expect(rows(page).filter({ hasText: 'Ready' })).toHaveCount(2);
});

test('the audio converter plays audio with the page’s own controls', async ({ page }) => {
  await page.goto('/wav_to_mp3');
  await page.getByRole('button', { name: /sample/ }).click();
  const player = page.getByRole('region', { name: 'Player: sample.wav' });
  const seek = player.getByRole('slider', { name: 'Seek' });
  await expect(seek).toBeEnabled();
  expect(await page.locator('audio[controls]').count()).toBe(0);
  await seek.fill('2');
  await player.getByRole('slider', { name: 'Volume' }).fill('0.25');
  const audio = () =>
    player.locator('audio').evaluate((element: HTMLAudioElement) => [element.currentTime, element.volume]);
  await expect.poll(audio).toEqual([2, 0.25]);
  await player.getByRole('button', { name: 'Mute' }).click();
  expect(await player.locator('audio').evaluate((element: HTMLAudioElement) => element.muted)).toBe(true);
  await player.getByRole('button', { name: 'Play' }).click();
  await expect.poll(async () => (await audio())[0]).toBeGreaterThan(2.1);
  await player.getByRole('button', { name: 'Pause' }).click();
  await expect(player.getByRole('button', { name: 'Play' })).toBeVisible();
  // A click on the middle of the waveform seeks to the middle of the 5 s.
  await page.getByRole('img', { name: 'Waveform of sample.wav' }).click();
  await expect.poll(async () => (await audio())[0]).toBeCloseTo(2.5, 1);
});

for (const [height, stage] of [
  [640, 300],
  [844, 420],
] as const)
  test.describe(`on a phone ${height} px high`, () => {
    test.use({ viewport: { width: 390, height } });

    test(`the stage has at least ${stage} px, and keeps its box when files open`, async ({ page }) => {
      await page.goto('/wav_to_mp3');
      const place = () => page.locator('.tool-main > .stage').boundingBox();
      await expect(page.locator('.stage-empty')).toBeVisible();
      const before = await place();
      expect(before?.height).toBeGreaterThanOrEqual(stage);
      await upload(page, shipped('sample.wav'), shipped('sample.wav'));
      await expect(rows(page)).toHaveCount(2);
      expect(await place()).toEqual(before);
    });
  });

test('Convert Audio makes an MP3 of the audio of a video in three presses, with the bytes of the command', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('navigation').getByRole('link', { name: 'Convert Audio' }).click();
  await expect(page.getByRole('heading', { name: 'Convert Audio' })).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open an audio file' }).click();
  await (await chooser).setFiles(shipped('sample.webm'));
  await expect(rows(page).filter({ hasText: 'sample.webm' })).toContainText('Ready');
  const { name, bytes } = await download(page, 'Convert and Download');
  expect(name).toBe('sample.mp3');
  const folder = await mkdtemp(join(tmpdir(), 'fudebako-'));
  const output = join(folder, 'sample.mp3');
  try {
    execFileSync('node', ['scripts/fudebako.mjs', 'convert-audio', shipped('sample.webm'), '-o', output]);
    expect(bytes.equals(await readFile(output))).toBe(true);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('Convert Audio makes each format, with the bytes of the command', async ({ page }) => {
  await page.goto('/audio_converter');
  await page.getByRole('button', { name: 'Try a sample' }).click();
  await expect(rows(page).filter({ hasText: 'sample.wav' })).toContainText('Ready');
  const folder = await mkdtemp(join(tmpdir(), 'fudebako-'));
  try {
    for (const [label, format] of [
      ['M4A (AAC)', 'm4a'],
      ['FLAC', 'flac'],
      ['Opus', 'opus'],
    ] as const) {
      await page
        .getByRole('button', { name: /Format$/ })
        .first()
        .click();
      await page.getByRole('option', { name: label, exact: true }).click();
      const { name, bytes } = await download(page, 'Convert and Download');
      expect(name).toBe(`sample.${format}`);
      const output = join(folder, name);
      execFileSync('node', ['scripts/fudebako.mjs', 'convert-audio', shipped('sample.wav'), '-o', output]);
      expect([format, bytes.equals(await readFile(output))]).toEqual([format, true]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('Convert Audio joins files in the chosen order with a crossfade, with the bytes of the command', async ({
  page,
}, info) => {
  await page.goto('/audio_converter');
  const uploads = ['a.wav', 'b.wav', 'c.wav'].map((name, index) => toneUpload(name, 2 + index));
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...uploads, { ...toneUpload('bad.wav', 1), buffer: Buffer.from('RIFF') }]);
  await expect(rows(page).filter({ hasText: 'Ready' })).toHaveCount(3);
  await page.getByRole('button', { name: 'Join into one file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join into one file' });
  const names = dialog.locator('.sound-row-name');
  await dialog.getByRole('button', { name: 'c.wav', exact: true }).press('Alt+ArrowUp');
  await expect(names).toHaveText(['a.wav', 'c.wav', 'b.wav', 'bad.wav']);
  await expect(dialog.getByRole('button', { name: 'c.wav', exact: true })).toBeFocused();
  await names.nth(0).dragTo(names.nth(1));
  await expect(names).toHaveText(['c.wav', 'a.wav', 'b.wav', 'bad.wav']);
  const crossfade = dialog.getByRole('textbox', { name: 'Crossfade' });
  await crossfade.fill('0.5');
  await crossfade.blur();
  const { name, bytes } = await download(page, 'Join and Download');
  expect(name).toBe('c-joined.mp3');
  await expect(page.getByRole('button', { name: 'Undo move file' })).toBeVisible();
  const paths = ['c.wav', 'a.wav', 'b.wav'].map((each) => info.outputPath(each));
  for (const { name: each, buffer } of uploads) await writeFile(info.outputPath(each), buffer);
  const output = info.outputPath('joined.mp3');
  execFileSync('node', ['scripts/fudebako.mjs', 'join-audio', ...paths, '--crossfade-sec', '0.5', '-o', output]);
  expect(bytes.equals(await readFile(output))).toBe(true);
});

test('a part belongs to the files of the list: the next file starts whole', async ({ page }) => {
  await page.goto('/audio_converter');
  await expect(page.getByRole('textbox', { name: 'Fade in' })).toBeVisible();
  const from = page.getByRole('textbox', { name: 'From', exact: true });
  await expect(from).toHaveCount(0);
  await page.getByRole('button', { name: 'Try a sample' }).click();
  await from.fill('1.5');
  await from.blur();
  await expect(page.getByRole('slider', { name: 'From' })).toHaveAttribute('aria-valuenow', '1.5');
  await expect(page.getByRole('slider', { name: 'From' })).toHaveText('1.50 s');
  await rows(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page.getByRole('button', { name: 'Try a sample' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(from).toHaveValue('');
  await expect(page.getByRole('slider', { name: 'From' })).toHaveAttribute('aria-valuenow', '0');
});
