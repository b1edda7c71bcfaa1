import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** What a visitor sees of a document. */
export interface Sight {
  /** Names of the visible files, in their order. */
  readonly names: readonly string[];
  /** Texts and values of the screen: sizes, steps, settings, and what Undo and Redo would do. */
  readonly texts: readonly string[];
  /** A small image of the stage. */
  readonly pixels: Buffer | undefined;
}

export const FILE = /[a-z]+-\d+\.(?:png|wav|mp3)/g;

const asksBeforeClosing = (page: Page) =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

/** Waits until the page can close without a question, as a visitor does who is asked. */
export async function untilStored(page: Page): Promise<void> {
  await until(page, 'the page has stored everything', async () => !(await asksBeforeClosing(page)));
}

/** Waits until nothing moves any more: no late answer, no work, and no change for a moment. */
export async function settle(page: Page): Promise<void> {
  let calm = 0;
  await until(page, 'the page has come to rest', async () => {
    const isBusy = await page.evaluate(
      () =>
        document.querySelector('main [aria-busy=true], .stage-viewport[aria-busy=true]') !== null ||
        (window as unknown as { unanswered: () => number }).unanswered() > 0,
    );
    calm = isBusy || (await asksBeforeClosing(page)) ? 0 : calm + 1;
    return calm > 4;
  });
}

async function until(page: Page, what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 90_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Waited 90 s until ${what}`);
    await page.waitForTimeout(60);
  }
}

/** Lines of the accessibility tree that don't describe the document: messages, times, progress, focus. */
const PASSING = /- (?:status|alert|progressbar|tooltip)\b|\[active\]$|\/url:/;

export async function look(page: Page): Promise<Sight> {
  const tree = await page.getByRole('main').ariaSnapshot();
  const lines = tree.split('\n').flatMap((line) => (PASSING.test(line) ? [] : [line.trim().replace(' [active]', '')]));
  const descriptions = await page
    .locator('main [aria-description]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-description') ?? ''));
  const texts = [...lines, ...descriptions];
  const stage = page.locator('.stage-canvas').first();
  const shot = (await stage.isVisible()) ? await stage.screenshot({ timeout: 5000 }).catch(() => undefined) : undefined;
  const pixels = shot && (await sharp(shot).resize(24, 24, { fit: 'fill' }).removeAlpha().raw().toBuffer());
  return { names: texts.flatMap((line) => line.match(FILE) ?? []), texts, pixels };
}

/** Says how two sights differ; undefined if they don't. */
export function difference(before: Sight, after: Sight): string | undefined {
  const gone = before.texts.filter((line) => !after.texts.includes(line));
  const come = after.texts.filter((line) => !before.texts.includes(line));
  if (gone.length > 0 || come.length > 0) return `gone: ${gone.join(' | ')}; come: ${come.join(' | ')}`;
  if (!before.pixels !== !after.pixels) return 'the stage has come or gone';
  let [sum, count] = [0, 0];
  for (const [at, value] of (before.pixels ?? []).entries()) {
    sum += Math.abs(value - (after.pixels?.[at] as number));
    count++;
  }
  return sum > count * 3 ? `the stage differs by ${(sum / count).toFixed(1)} of 255` : undefined;
}
