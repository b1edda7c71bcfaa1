import { FudebakoError } from '#core/base/errors.ts';

/** Time in milliseconds that browsers may need to start reading an object URL. */
export const REVOKE_AFTER_MS = 1000;

/** Saves a file as a download. Throws FudebakoError `download`. */
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
