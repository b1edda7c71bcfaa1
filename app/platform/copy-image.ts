import { FudebakoError } from '#core/base/errors.ts';

/**
 * Copies a PNG to the clipboard. The PNG may still be in the making, because browsers allow the copy only right after
 * the visitor's press. Returns false if no PNG was made. Throws FudebakoError `imageCopy` if the browser refuses.
 */
export async function copyImage(making: Promise<Blob | undefined>): Promise<boolean> {
  try {
    const made = making.then((blob) => blob ?? Promise.reject(new TypeError('No image was made')));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': made })]);
    return true;
  } catch (cause) {
    if (!(await making.catch(() => undefined))) return false;
    throw new FudebakoError('imageCopy', {}, { cause });
  }
}
