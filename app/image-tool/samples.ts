import { FudebakoError } from '#core/base/errors.ts';
import { showError } from '../notices/error-queue.ts';

/** @throws FudebakoError `sampleLoad` */
export async function fetchSample(url: string): Promise<File> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const blob = await response.blob();
    return new File([blob], url.slice(url.lastIndexOf('/') + 1), { type: blob.type });
  } catch (cause) {
    throw new FudebakoError('sampleLoad', {}, { cause });
  }
}

/** Fetches and opens a sample file. Reports fetch errors; `open` must handle all later errors. */
export async function openSampleWith(url: string, open: (file: File) => unknown): Promise<void> {
  const file = await fetchSample(url).catch(showError);
  if (file) await open(file);
}
