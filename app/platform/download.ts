/** How long a browser may take to start reading a download's object link. */
export const REVOKE_AFTER_MS = 1000;

/** Hands a file to the visitor's download folder. */
export function downloadBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}
