import { type Cue, checkCaptionBytes } from '#core/text/captions/captions.ts';
import { encodingOf } from '../../intake/text-encoding.ts';
import { PageWorker } from '../../workers/page-worker.ts';
import type { CaptionReaderApi } from './captions.service.ts';

export interface Captions {
  readonly name: string;
  readonly cues: readonly Cue[];
}

export interface ReadOptions {
  /** True to keep ruby, in the notation of the text tools. */
  readonly ruby?: boolean;
}

/** @throws FudebakoError `captionsRead`, `captionsTooMany`, and the errors of `PageWorker.call` */
export async function readCaptions(file: File, signal: AbortSignal, options: ReadOptions = {}): Promise<Captions> {
  checkCaptionBytes(file.size);
  const encoding = await encodingOf(file);
  return inWorker(async (worker) => ({
    name: file.name,
    cues: await worker.call((captions) => captions.read(file, encoding, options.ruby), { name: file.name, signal }),
  }));
}

/**
 * Reads a text track of a video, if possible in the visitor's language. Returns `undefined` without a text track.
 * @throws FudebakoError `captionsTooMany`, and the errors of `PageWorker.call`
 */
export function readEmbedded(file: File, language: string, signal: AbortSignal): Promise<Captions | undefined> {
  return inWorker(async (worker) => {
    const found = await worker.call((captions) => captions.readEmbedded(file, language), { name: file.name, signal });
    return found && { name: found.name || file.name, cues: found.cues };
  });
}

async function inWorker<Result>(use: (worker: PageWorker<CaptionReaderApi>) => Promise<Result>): Promise<Result> {
  const worker = new PageWorker<CaptionReaderApi>(
    () => new Worker(new URL('./captions.worker.ts', import.meta.url), { type: 'module', name: 'captions' }),
  );
  try {
    return await use(worker);
  } finally {
    worker.close();
  }
}
