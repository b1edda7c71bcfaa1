import type { Page } from '@playwright/test';

interface Shares {
  readonly shared: File[];
  refuses: boolean;
}

/** Replaces the device's share sheet, which tests can't operate. Must be called before the page opens. */
export const watchShares = (page: Page) =>
  page.addInitScript(() => {
    const state = Object.assign(window, { shared: [] as File[], refuses: false });
    Object.assign(navigator, {
      canShare: ({ files }: ShareData) => files?.every(({ type }) => type.startsWith('image/')),
      share: async ({ files = [] }: ShareData) => {
        if (state.refuses) throw new DOMException('Too late', 'NotAllowedError');
        state.shared.push(...files);
      },
    });
  });

/** Makes sharing fail with the error that browsers throw if the visitor's press was too long ago. */
export const refuseShares = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (window as unknown as Shares).refuses = true;
  });

export async function sharedFile(page: Page): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  await page.waitForFunction(() => (window as unknown as Shares).shared.length > 0);
  const { name, bytes } = await page.evaluate(async () => {
    const [file] = (window as unknown as Shares).shared as [File];
    return { name: file.name, bytes: [...new Uint8Array(await file.arrayBuffer())] };
  });
  return { name, bytes: Buffer.from(bytes) };
}
