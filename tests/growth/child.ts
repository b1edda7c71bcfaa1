import { readFileSync } from 'node:fs';
import { CHILD_WORK } from './child-work.ts';

/** Does the pieces of work that it is sent, each named, on the bytes of the file at a path. */
process.on('message', async ({ work, path }: { work: string; path: string }) => {
  const bytes = new Uint8Array(readFileSync(path));
  const before = process.memoryUsage.rss();
  let answer: unknown;
  try {
    answer = (await CHILD_WORK[work]?.(bytes)) ?? null;
  } catch (error) {
    answer = { error: (error as { code?: string }).code ?? String(error) };
  }
  // The largest that the process has ever been: what an earlier piece took counts too.
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024 - before / 2 ** 20);
  process.send?.({ answer, megabytes });
});
