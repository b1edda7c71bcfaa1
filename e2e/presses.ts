import type { Page } from '@playwright/test';

const PRESSES = 'presses';

/** Counts presses by mouse or touch, even across navigations. Typing doesn't count. */
export async function countPresses(page: Page): Promise<void> {
  await page.addInitScript((key) => {
    const count = ({ isTrusted }: Event) => {
      if (isTrusted) sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key)) + 1));
    };
    addEventListener('pointerdown', count, { capture: true });
  }, PRESSES);
}

export const presses = (page: Page): Promise<number> =>
  page.evaluate((key) => Number(sessionStorage.getItem(key)), PRESSES);
