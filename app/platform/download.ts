import { FudebakoError } from '#core/base/errors.ts';

/** How long a browser may take to start reading a download's object link. */
export const REVOKE_AFTER_MS = 1000;

/**
 * Hands a file to the visitor's download folder.
 * @throws FudebakoError `download`
 */
export function downloadBlob(blob: Blob, name: string): void {
  try {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
    link.download = name;
    link.click();
  } catch (cause) {
    throw new FudebakoError('download', {}, { cause });
  }
}
