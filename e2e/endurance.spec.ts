import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { drawnImage, generateFile } from './generated.ts';
import {
  download,
  pngUpload,
  shownVersion,
  stageReady,
  translucentPixels,
  type Upload,
  waitForChange,
} from './images.ts';
import { toneUpload } from './videos.ts';

/** Number of operations in a run. Memory is compared between quarters of the run. `npm run endurance` sets a number. */
const OPERATIONS = Number(process.env.ENDURANCE_OPERATIONS ?? 400);
/** Maximum factor by which memory may grow between the first and the last quarter. */
const MOST_GROWTH = 1.05;

/** Navigates by links, because loading a page would discard the document and hide a memory leak. */
async function visit(page: Page, route: string): Promise<void> {
  // Goes through the home page, which has a card for each tool. Every page has links to the pages about the site.
  await page.getByRole('link', { name: 'Fudebako' }).first().click();
  await expect(page).toHaveURL(/\/home$/);
  await page.locator(`a[href="/${route}"]`).first().click();
  await expect(page).toHaveURL(new RegExp(`/${route}$`));
}

type Work = (page: Page) => Promise<number>;

/**
 * Sets the files of the first file input. Playwright's `setInputFiles` keeps a handle that would prevent garbage
 * collection of the screen.
 */
async function choose(page: Page, ...files: Upload[]): Promise<void> {
  await expect(page.locator('input[type=file]').first()).toBeAttached();
  const plain = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }));
  await page.evaluate((uploads) => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, base64 } of uploads) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: mimeType }));
    }
    const field = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!field) throw new Error('There is no file field');
    field.files = transfer.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }, plain);
}

async function openImage(page: Page): Promise<void> {
  const before = await shownVersion(page);
  await choose(page, await pngUpload(translucentPixels()));
  await waitForChange(page, before);
}

/** Opens an image, sets the field `name` if given, and downloads the result. Counts as two operations. */
const image =
  (route: string, name?: string): Work =>
  async (page) => {
    await visit(page, route);
    await openImage(page);
    if (name) {
      const field = page.getByRole('textbox', { name, exact: true });
      await field.fill('0.5');
      await field.blur();
      await stageReady(page);
    }
    await download(page, 'Download PNG');
    return 2;
  };

/** Counter that makes each text, and so each image of a text, unique. */
let round = 0;

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function fill(page: Page, name: string, value: number): Promise<void> {
  await field(page, name).fill(String(value));
  await field(page, name).blur();
}

/** Opens the blank background, unless the screen has restored a background. */
async function openBlank(page: Page): Promise<void> {
  const start = page.getByRole('button', { name: 'Generate', exact: true });
  await expect(start.or(field(page, 'Main Text')).first()).toBeVisible();
  if (await start.isVisible()) await start.click();
  await stageReady(page);
}

const textEditor =
  (route: string): Work =>
  async (page) => {
    await visit(page, route);
    await openBlank(page);
    await field(page, 'Main Text').fill(`古池や\n蛙飛び込む ${(round % 10) + 1}`);
    await stageReady(page);
    await drawnImage(page, 'PNG');
    return 1;
  };

const advancedText: Work = async (page) => {
  await visit(page, 'advanced_text_editor');
  await openImage(page);
  await field(page, 'Text').fill(`Harbour ${(round % 10) + 1}`);
  await stageReady(page);
  await drawnImage(page, 'PNG');
  return 2;
};

const shapes: Work = async (page) => {
  await visit(page, 'shape_editor');
  await openImage(page);
  await page.getByRole('button', { name: /Shape$/ }).click();
  await page.getByRole('option', { name: 'Star', exact: true }).click();
  await fill(page, 'Border width', round % 10);
  await stageReady(page);
  await drawnImage(page, 'PNG');
  return 3;
};

const mask: Work = async (page) => {
  await visit(page, 'mask_creator');
  // The page remembers the unfolded card.
  if (round === 1) await page.getByRole('button', { name: 'Expand' }).click();
  await fill(page, 'Width', 256);
  await fill(page, 'Height', 64);
  await fill(page, 'Gray value', round % 200);
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await stageReady(page);
  await page.getByRole('button', { name: 'Invert', exact: true }).click();
  await stageReady(page);
  await download(page, 'Download Mask PNG');
  return 3;
};

const layers: Work = async (page) => {
  await visit(page, 'layer');
  for (const [tab, name] of [
    ['Bottom layer', 'below.png'],
    ['Top layer', 'above.png'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await choose(page, await pngUpload(translucentPixels(), name));
    await expect(page.getByText(name, { exact: true })).toBeVisible();
  }
  await stageReady(page);
  await download(page, 'Download PNG');
  return 3;
};

const converter =
  (route: string, file: () => Upload): Work =>
  async (page) => {
    await visit(page, route);
    const audio = file();
    await choose(page, audio);
    await download(page, 'Convert and Download');
    await page.getByRole('button', { name: `Remove ${audio.name}`, exact: true }).click();
    return 2;
  };

/** Opens an audio file in a video tool. The first round also opens an image, which later rounds restore. */
const video: Work = async (page) => {
  await visit(page, 'sound_to_video');
  const size = page.getByRole('button', { name: /^(?!Undo|Redo).*Resolution/ });
  const image = round === 1 ? [await pngUpload(translucentPixels(), 'main.png')] : [];
  await choose(page, toneUpload(`tone${round}.wav`, 1), ...image);
  await expect(page.getByText(`tone${round}.wav`).first()).toBeVisible();
  await size.click();
  await page.getByRole('option', { name: 'YouTube landscape (1280 × 720)' }).click();
  await generateFile(page, 'MP4');
  return 2;
};

const player: Work = async (page) => {
  await visit(page, 'video_playback');
  await page.getByRole('button', { name: 'Try a sample' }).click();
  const seek = page.getByRole('slider', { name: 'Seek' });
  await expect(seek).toHaveAttribute('max', '8');
  await page.keyboard.press('ArrowRight');
  await expect(seek).toHaveValue('5');
  return 2;
};

const SAMPLE = readFileSync(resolve(import.meta.dirname, '../public/samples/sample.mp3'));

/** Operations of one round, as one function per tool. */
const ROUND: readonly Work[] = [
  image('format_converter'),
  image('cropper'),
  image('scaler'),
  image('color_adjuster', 'Brightness'),
  image('blur_sharpen', 'Sharpness'),
  shapes,
  mask,
  layers,
  textEditor('editor'),
  textEditor('horizontal_editor'),
  advancedText,
  converter('wav_to_mp3', () => toneUpload('tone.wav', 1)),
  converter('mp3_to_wav', () => ({ name: 'sample.mp3', mimeType: 'audio/mpeg', buffer: SAMPLE })),
  video,
  player,
];

interface HeapUsage {
  readonly usedSize: number;
  /** Number of bytes in array buffers, which contain pixels and audio samples. */
  readonly backingStorageSize?: number;
}

/** Measures the memory of the page and its workers through the Chrome DevTools Protocol. */
class Workers {
  readonly #sessions = new Set<string>();
  readonly #answers = new Map<number, (result: unknown) => void>();
  #next = 1;

  private constructor(private readonly session: CDPSession) {
    session.on('Target.attachedToTarget', ({ sessionId }) => this.#sessions.add(sessionId));
    session.on('Target.detachedFromTarget', ({ sessionId }) => this.#sessions.delete(sessionId));
    session.on('Target.receivedMessageFromTarget', ({ message }) => {
      const { id, result } = JSON.parse(message) as { id?: number; result?: unknown };
      if (id !== undefined) this.#answers.get(id)?.(result);
    });
  }

  static async of(session: CDPSession): Promise<Workers> {
    const workers = new Workers(session);
    await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
    return workers;
  }

  async #send(sessionId: string, method: string): Promise<unknown> {
    const id = this.#next++;
    const answer = new Promise((resolve) => this.#answers.set(id, resolve));
    await this.session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
    return answer;
  }

  async usedBytes(): Promise<number> {
    let bytes = 0;
    for (const sessionId of this.#sessions) {
      await this.#send(sessionId, 'HeapProfiler.enable');
      await this.#send(sessionId, 'HeapProfiler.collectGarbage');
      bytes += usedBytes((await this.#send(sessionId, 'Runtime.getHeapUsage')) as HeapUsage);
    }
    return bytes;
  }
}

const usedBytes = ({ usedSize, backingStorageSize = 0 }: HeapUsage) => usedSize + backingStorageSize;

/** Returns the memory in use after a garbage collection, on a screen without images. */
async function memoryOf(page: Page, session: CDPSession, workers: Workers) {
  await visit(page, 'privacy');
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage');
  const bytes = usedBytes((await session.send('Runtime.getHeapUsage')) as HeapUsage);
  return { pageBytes: bytes, workersBytes: await workers.usedBytes() };
}

test('four hundred operations in one tab leak no memory @endurance', async ({ page }, testInfo) => {
  test.setTimeout(OPERATIONS * 10_000 + 60_000);
  const session = await page.context().newCDPSession(page);
  const workers = await Workers.of(session);
  await session.send('HeapProfiler.enable');
  // Adds the operation's name to the error, so that a hanging operation is easy to find.
  page.setDefaultTimeout(30_000);
  await page.goto('/home');
  const measured: Awaited<ReturnType<typeof memoryOf>>[] = [];
  let done = 0;
  for (let stretch = 1; stretch <= 4; stretch++) {
    while (done < (OPERATIONS * stretch) / 4) {
      round++;
      for (const work of ROUND) done += await work(page);
    }
    measured.push(await memoryOf(page, session, workers));
  }
  const description = JSON.stringify(measured);
  testInfo.annotations.push({ type: 'bytes after each stretch', description });
  console.log(`${done} operations: ${description}`);
  const [first, last] = [measured[0], measured.at(-1)];
  if (!first || !last) throw new Error('Nothing was measured');
  expect(first.workersBytes).toBeGreaterThan(0);
  expect(last.pageBytes / first.pageBytes).toBeLessThan(MOST_GROWTH);
  expect(last.workersBytes / first.workersBytes).toBeLessThan(MOST_GROWTH);
});
