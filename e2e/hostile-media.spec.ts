import { writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { repeated } from '../tests/growth/hostile.ts';
import { SPINNING } from '../tests/growth/media-files.ts';
import { slowness } from './pace.ts';
import { test } from './policed.ts';

/** Maximum milliseconds between two frames on the reference machine. */
const LONGEST_GAP_MS = 200;

/** Maximum number of repetitions. The shortest gap counts, because other programs only lengthen gaps between frames. */
const MAX_ROUNDS = 3;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Error' });

/** Returns a function that returns the longest time between two frames since its previous call. */
async function watchGaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const watched = Object.assign(window, { longestGap: 0 });
    let last = performance.now();
    const frame = () => {
      const now = performance.now();
      watched.longestGap = Math.max(watched.longestGap, now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  return () =>
    page.evaluate(() => {
      const watched = window as unknown as { longestGap: number };
      const { longestGap } = watched;
      watched.longestGap = 0;
      return longestGap;
    });
}

/** Files with which parsers without limits would loop endlessly or exhaust memory. */
const files: Readonly<Record<string, () => Uint8Array>> = SPINNING;

for (const [tool, extension] of [
  ['video_playback', 'mp4'],
  ['sound_to_video', 'mp3'],
  ['mp3_to_wav', 'mp3'],
  ['wav_to_mp3', 'wav'],
] as const)
  test(
    `${tool} refuses every file built to stall its reader, and the page stays responsive`,
    { tag: '@deep' },
    async ({ page }, info) => {
      await page.goto(`/${tool}`);
      await expect(page.getByRole('button', { name: /Choose File|Open files/ }).first()).toBeEnabled();
      const gap = await watchGaps(page);
      // The converters refuse a file in its row.
      const isListed = tool.includes('_to_') && tool !== 'sound_to_video';
      const refusal = isListed ? page.locator('.sound-row-error') : dialog(page);
      const close = page.getByRole('button', { name: isListed ? /^Remove / : 'Close' }).first();
      for (const [index, [name, make]] of Object.entries(files).entries())
        await test.step(name, async () => {
          const path = info.outputPath(`${index}.${extension}`);
          await writeFile(path, make());
          let least = Number.POSITIVE_INFINITY;
          for (let round = 0; round < MAX_ROUNDS && least > LONGEST_GAP_MS; round++) {
            const before = await slowness(page);
            await gap();
            await page.locator('input[type=file]').first().setInputFiles(path);
            await expect(refusal).toBeVisible();
            const longest = await gap();
            least = Math.min(least, longest / Math.max(before, await slowness(page)));
            await expect(refusal).not.toContainText('Something went wrong');
            await close.click();
            await expect(refusal).toBeHidden();
          }
          expect(least, name).toBeLessThanOrEqual(LONGEST_GAP_MS);
        });
    },
  );

test('captions of the maximum length leave the page responsive', { tag: '@deep' }, async ({ page }, info) => {
  await page.goto('/video_playback');
  const path = info.outputPath('long.vtt');
  // The largest accepted caption file. Its malformed timing lines take the longest to parse and give no captions.
  const line = new TextEncoder().encode(`${'00:00:00.000 --> '.repeat(5)}\n\n`);
  await writeFile(
    path,
    repeated(2 ** 23 - 1, () => line),
  );
  const captions = page.getByLabel('Captions', { exact: true }).last();
  const gap = await watchGaps(page);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MAX_ROUNDS && least > LONGEST_GAP_MS; round++) {
    const before = await slowness(page);
    await gap();
    await captions.setInputFiles(path);
    await expect(dialog(page)).toBeVisible();
    const longest = await gap();
    least = Math.min(least, longest / Math.max(before, await slowness(page)));
    await dialog(page).getByRole('button', { name: 'Close' }).first().click();
    await expect(dialog(page)).toBeHidden();
  }
  expect(least).toBeLessThanOrEqual(LONGEST_GAP_MS);
});
