import { peakMegabytes } from '../peak-memory.ts';
import { makeCase, selectTargets } from './case.ts';
import { readCorpus } from './fuzz.ts';
import { knownGap } from './known-gaps.ts';
import type { FileCase, FuzzTarget } from './targets.ts';
import { WrongResult } from './wrong-result.ts';

/** Runs fuzz cases one at a time. The parent process sends the number of a case, and this process sends its outcome. */

export interface Answer {
  readonly index: number;
  /** `accepted` and `refused` are correct outcomes. A `known gap` is an error that is known and not fixed yet. */
  readonly outcome: 'accepted' | 'refused' | 'known gap' | 'wrong' | 'threw';
  /** The error code of a refusal, the description of a wrong result, or the message of an exception. */
  readonly detail: string;
  /** Growth of the process's peak memory in megabytes. */
  readonly grownMb: number;
}

const [corpusPath = '', targetsModule = '', seed = '0', only = ''] = process.argv.slice(2);
const corpus = readCorpus(corpusPath);
const { TARGETS: ALL, isRefusal } = (await import(targetsModule)) as {
  TARGETS: Readonly<Record<string, FuzzTarget>>;
  isRefusal(error: unknown): boolean;
};
const TARGETS = selectTargets(ALL, only === '' ? [] : only.split(','));

async function run(index: number): Promise<Answer> {
  const { target: name, input, random, file } = makeCase(Number(seed), index, TARGETS, corpus);
  const target = TARGETS[name] as FuzzTarget;
  const before = peakMegabytes();
  let [outcome, detail]: [Answer['outcome'], string] = ['accepted', ''];
  try {
    if ('check' in target) await target.check(random);
    else await target.enter(input as never, random, file as never);
  } catch (error) {
    [outcome, detail] = await classify(error, name, input, file);
  }
  return { index, outcome, detail, grownMb: Math.round(peakMegabytes() - before) };
}

async function classify(
  error: unknown,
  target: string,
  input: Uint8Array | string,
  file: FileCase | undefined,
): Promise<[Answer['outcome'], string]> {
  const refusal = isRefusal(error) ? ((error as { code?: string }).code ?? 'usage') : undefined;
  if (refusal && !file?.unchanged) return ['refused', refusal];
  const wrong = refusal ? new WrongResult('undamaged refused', refusal) : error;
  if (!(wrong instanceof WrongResult)) return ['threw', wordsOf(error)];
  const { kind, message } = wrong;
  const gap = await knownGap(target, { kind, message, input, original: file?.original });
  return gap ? ['known gap', gap.why] : ['wrong', wrong.message];
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${String(error)}`;
  return [error.stack ?? error.message, ...(error.cause ? [`caused by ${wordsOf(error.cause)}`] : [])].join('\n');
}

// An uncaught error counts as a failure of the running case.
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
