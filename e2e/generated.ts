import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { decode, downloadFromFoot, type Pixels, pressInFoot } from './images.ts';

export type LinkedFormat = 'JPG' | 'PNG' | 'MP4' | 'GIF';

export const fileLink = (page: Page, format: LinkedFormat) =>
  page.getByRole('link', { name: `Download ${format}`, exact: true });

/** Downloads the file that the link currently points to. */
export async function fetchFile(page: Page, format: LinkedFormat): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), fileLink(page, format).click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Generates a file and waits for a new link. The previous link stays until the new file is complete. */
export async function generateFile(page: Page, format: LinkedFormat): Promise<void> {
  const before = await fileLink(page, format).evaluateAll((links) =>
    links.map((link) => (link as HTMLAnchorElement).href),
  );
  await pressInFoot(page, `Generate ${format}`);
  const link = fileLink(page, format);
  await expect(link).toBeVisible();
  if (before[0]) await expect(link).not.toHaveAttribute('href', before[0]);
}

/** Downloads the image with the texts or shapes of the open editor. */
export async function drawnImage(page: Page, format: 'JPG' | 'PNG'): Promise<{ name: string; pixels: Pixels }> {
  const { name, bytes } = await downloadFromFoot(page, `Download ${format}`);
  return { name, pixels: await decode(bytes) };
}
