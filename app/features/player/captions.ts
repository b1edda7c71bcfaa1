import type { Cue } from '#core/player/captions.ts';
import { PageWorker } from '../../platform/page-worker.ts';
import type { CaptionReaderApi } from './captions.service.ts';

/**
 * Reads a file of captions in a worker of its own, which is gone afterwards.
 * @throws FudebakoError `captionsRead`, `captionsTooMany`, and as `PageWorker.call`
 */
export async function readCaptions(file: File, signal: AbortSignal): Promise<readonly Cue[]> {
  const worker = new PageWorker<CaptionReaderApi>(
    () => new Worker(new URL('./captions.worker.ts', import.meta.url), { type: 'module', name: 'captions' }),
  );
  try {
    return await worker.call((captions) => captions.read(file), { name: file.name, signal });
  } finally {
    worker.close();
  }
}
