import { readFileSync } from 'node:fs';
import { peakMegabytes } from '../peak-memory.ts';
import { makeCase } from './case.ts';
import type { Corpus } from './corpus.ts';
import type { Door } from './doors.ts';

/** Runs cases that the parent asks for by their number, one at a time, and says how each ended. */

export interface Answer {
  readonly index: number;
  /** `taken` and `refused` are what should be. */
  readonly outcome: 'taken' | 'refused' | 'threw';
  /** The code of a refusal, or what was thrown. */
  readonly detail: string;
  /** By how much the most memory that the process has had grew, in megabytes. */
  readonly grownMb: number;
}

const [corpusPath = '', doorsModule = '', seed = '0'] = process.argv.slice(2);
const stored = JSON.parse(readFileSync(corpusPath, 'utf8')) as Record<string, string[]>;
const corpus: Corpus = Object.fromEntries(
  Object.entries(stored).map(([name, files]) => [
    name,
    files.map((file) => new Uint8Array(Buffer.from(file, 'base64'))),
  ]),
);
const { DOORS, isRefusal } = (await import(doorsModule)) as {
  DOORS: Readonly<Record<string, Door>>;
  isRefusal(error: unknown): boolean;
};

async function run(index: number): Promise<Answer> {
  const { door: name, input, random, unchanged } = makeCase(Number(seed), index, DOORS, corpus);
  const door = DOORS[name] as { enter(input: unknown, random: unknown): Promise<unknown> };
  const before = peakMegabytes();
  let [outcome, detail]: [Answer['outcome'], string] = ['taken', ''];
  try {
    await door.enter(input, random);
  } catch (error) {
    const refused = isRefusal(error) && !unchanged;
    outcome = refused ? 'refused' : 'threw';
    detail = refused ? ((error as { code?: string }).code ?? 'usage') : wordsOf(error);
  }
  return { index, outcome, detail, grownMb: Math.round(peakMegabytes() - before) };
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${String(error)}`;
  return [error.stack ?? error.message, ...(error.cause ? [`caused by ${wordsOf(error.cause)}`] : [])].join('\n');
}

// What is thrown past everyone counts as the case's that is under way.
let current = -1;
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error) =>
    process.send?.({ index: current, outcome: 'threw', detail: `${event}: ${wordsOf(error)}`, grownMb: 0 }),
  );

process.on('message', async (index: number) => {
  current = index;
  process.send?.(await run(index));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
