import { type Cue, checkCaptionBytes } from '#core/text/captions/captions.ts';
import { encodingOf } from '../../intake/text-encoding.ts';
import { PageWorker } from '../../workers/page-worker.ts';
import type { CaptionReaderApi } from './captions.service.ts';

/** @throws FudebakoError `captionsRead`, `captionsTooMany`, and the errors of `PageWorker.call` */
export async function readCaptions(file: File, signal: AbortSignal): Promise<readonly Cue[]> {
  const worker = new PageWorker<CaptionReaderApi>(
    () => new Worker(new URL('./captions.worker.ts', import.meta.url), { type: 'module', name: 'captions' }),
  );
  try {
    checkCaptionBytes(file.size);
    const encoding = await encodingOf(file);
    return await worker.call((captions) => captions.read(file, encoding), { name: file.name, signal });
  } finally {
    worker.close();
  }
}
