import { readFileSync } from 'node:fs';
import { peakMegabytes, restartPeak } from '../peak-memory.ts';
import { CHILD_WORK } from './child-work.ts';

/** Runs the functions that the parent process names, each on the bytes of a file. */
process.on('message', async ({ work, path }: { work: string; path: string }) => {
  const bytes = new Uint8Array(readFileSync(path));
  restartPeak();
  const before = peakMegabytes();
  let answer: unknown;
  try {
    answer = (await CHILD_WORK[work]?.(bytes)) ?? null;
  } catch (error) {
    answer = { error: (error as { code?: string }).code ?? String(error) };
  }
  const megabytes = Math.round(peakMegabytes() - before);
  process.send?.({ answer, megabytes });
});
