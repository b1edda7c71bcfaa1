import type { Page } from '@playwright/test';
import type { Upload } from './images.ts';

/** Fires drop or paste events with files. Returns true if the browser would leave the page to open the file. */
export async function sendFiles(
  page: Page,
  method: 'drop' | 'paste',
  files: readonly Upload[],
  on = 'body',
): Promise<boolean> {
  const sent = files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, base64: buffer.toString('base64') }));
  return page.evaluate(
    ([method, sent, on]) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of sent)
        data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
      const options = { bubbles: true, cancelable: true };
      const target = document.querySelector(on);
      if (!target) throw new Error(`There is no ${on}`);
      const events =
        method === 'drop'
          ? ['dragover', 'drop'].map((type) => new DragEvent(type, { ...options, dataTransfer: data }))
          : [new ClipboardEvent('paste', { ...options, clipboardData: data })];
      return events.some((event) => target.dispatchEvent(event));
    },
    [method, sent, on] as const,
  );
}

/** Drops several files at once on the page's drop target, as soon as the page has one. */
export async function drop(page: Page, files: readonly Upload[]): Promise<void> {
  await page.locator('.drop-target').first().waitFor({ state: 'attached' });
  await sendFiles(page, 'drop', files, '.drop-target');
}
