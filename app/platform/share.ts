import { downloadBlob } from './download.ts';

/** A file can be handed to another app: where fingers are, that is how it leaves the page. */
export function canShareFile(name: string, type: string): boolean {
  if (typeof navigator === 'undefined' || !navigator.canShare || !matchMedia('(pointer: coarse)').matches) return false;
  return navigator.canShare({ files: [new File([''], name, { type })] });
}

/**
 * Opens the device's own choice of apps for a file. Closing it is no error. Where the press that
 * asked for it is too long ago for the browser, the file is downloaded.
 * @throws FudebakoError `download`
 */
export async function shareBlob(blob: Blob, name: string): Promise<void> {
  try {
    await navigator.share({ files: [new File([blob], name, { type: blob.type })] });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) downloadBlob(blob, name);
  }
}
