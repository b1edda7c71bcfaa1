import { CancelledError } from '#core/base/errors.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import { effectiveOptions } from '#core/image/formats/output-formats.ts';
import type { EncodedFile, ImageRef } from './image-client.ts';

/** Maximum number of cached files. The cache helps visitors who return to earlier export settings. */
const MAX_FILES = 8;
const MAX_BYTES = 64_000_000;

export const fileKey = ({ source, steps }: ImageRef, { format, ...options }: ImageEncoding): string => {
  const effective = Object.entries(effectiveOptions(format, options));
  return JSON.stringify([source, steps, format, effective.sort(([one], [other]) => (one < other ? -1 : 1))]);
};

/** Caches files that were encoded to show their size, so a download has this size. Evicts the oldest file first. */
export class EncodedFiles {
  private readonly files = new Map<string, Blob>();
  private pending: { readonly key: string; readonly blob: Promise<Blob> } | undefined;

  get(key: string): EncodedFile | undefined {
    const blob = this.files.get(key);
    return blob && { id: key, blob };
  }

  /** Adds a file that is being encoded. Failures aren't cached. */
  async add(key: string, making: Promise<Blob>): Promise<EncodedFile> {
    const pending = { key, blob: making };
    this.pending = pending;
    try {
      const blob = await making;
      this.files.delete(key);
      this.files.set(key, blob);
      let bytes = [...this.files.values()].reduce((sum, { size }) => sum + size, 0);
      for (const [oldest, { size }] of this.files) {
        if (oldest === key || (this.files.size <= MAX_FILES && bytes <= MAX_BYTES)) break;
        this.files.delete(oldest);
        bytes -= size;
      }
      return { id: key, blob };
    } finally {
      if (this.pending === pending) this.pending = undefined;
    }
  }

  /** @throws CancelledError if the signal aborts */
  async getOrMake(key: string, signal: AbortSignal, make: () => Promise<Blob>): Promise<Blob> {
    const known = this.files.get(key);
    if (known) return known;
    if (this.pending?.key !== key) return make();
    const pendingBlob = this.pending.blob;
    const cancelled = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new CancelledError()), { once: true }),
    );
    const blob = await Promise.race([pendingBlob.catch(() => undefined), cancelled]);
    return blob ?? make();
  }

  clear(): void {
    this.files.clear();
  }
}
