import { readFileSync } from 'node:fs';
import { CHILD_WORK } from './child-work.ts';

/** Does one piece of work, named by the first argument, on the bytes of the file named by the second. */
const [work = '', path = ''] = process.argv.slice(2);
const bytes = new Uint8Array(readFileSync(path));
const before = process.resourceUsage().maxRSS;
let answer: unknown;
try {
  answer = (await CHILD_WORK[work]?.(bytes)) ?? null;
} catch (error) {
  answer = { error: (error as { code?: string }).code ?? String(error) };
}
const megabytes = Math.round((process.resourceUsage().maxRSS - before) / 1024);
process.stdout.write(JSON.stringify({ answer, megabytes }));
process.exit(0);
