import { downloadBlob } from './download.ts';

/** True on touch devices whose share sheet accepts this type of file. */
export function canShareFile(name: string, type: string): boolean {
  if (typeof navigator === 'undefined' || !navigator.canShare || !matchMedia('(pointer: coarse)').matches) return false;
  return navigator.canShare({ files: [new File([''], name, { type })] });
}

/** Shares a file. Canceling isn't an error. On failure, downloads the file or throws FudebakoError `download`. */
export async function shareBlob(blob: Blob, name: string): Promise<void> {
  try {
    await navigator.share({ files: [new File([blob], name, { type: blob.type })] });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) downloadBlob(blob, name);
  }
}
