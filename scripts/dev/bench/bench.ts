import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createNodePlatform } from '../../platform/index.ts';
import { loadPeers } from './case.ts';
import { cases } from './cases/index.ts';
import { type Measurement, measureCase, OURS } from './measure.ts';
import { CASE_HEAD, describeCase, describeColumns, tableRows, writeTable } from './table.ts';

const USAGE = `npm run bench -- [--only PATTERN] [--without NAME] [--rounds N] [--json FILE]

Compares Fudebako with other libraries and programs in one process, in turn: median times, the time ratio to each peer, and
the CPU time of all threads, which depends less on other load on the machine.
  --only PATTERN  run cases whose name matches the regular expression, ignoring case
  --without NAME  skip a peer; can be repeated
  --rounds N      rounds after the warm-up, 1 to 1000 (default: 5)
  --json FILE     write the measurements of every round to FILE
  --write NAME    replace table NAME in docs/benchmarks.md

npm run bench -- --scaled      large photos, thumbnails, responsive images and library calls through complete programs;
                               --count N, --write, --only PATTERN, as in '12 MP.*(fudebako|sharp)'
npm run bench -- --file-sizes  file sizes compared with sharp's at equal SSIM, or at equal pixels; --only PATTERN, --write
npm run bench -- --chromium-frames    time from an input to the frame that shows its effect, in the built page;
                               --only PATTERN, --rounds N (default: 7), --write
npm run bench -- --routes      start of every screen of the built page; --only PATTERN, --rounds N (default: 3), --write;
                               --files lists the files that load before a screen is usable`;

/** Benchmark scripts that run in separate processes. */
const others = {
  scaled: 'scaled.ts',
  'file-sizes': 'file-sizes.ts',
  'chromium-frames': 'frames-in-chromium.ts',
  routes: 'routes-in-chromium.ts',
} as const;

type Other = keyof typeof others;

const DEFAULT_ROUNDS = 5;

interface Options {
  readonly only: RegExp;
  readonly without: readonly string[];
  readonly rounds: number;
  readonly json: string | undefined;
  readonly write: string | undefined;
}

/** Parses the command line. Throws Error with a message for the user. */
function readOptions(): Options | 'help' | Other {
  for (const kind of Object.keys(others) as Other[]) if (process.argv.includes(`--${kind}`)) return kind;
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      without: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string', default: String(DEFAULT_ROUNDS) },
      json: { type: 'string' },
      write: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 1000)
    throw new Error(`--rounds: a whole number from 1 to 1000, not "${values.rounds}"`);
  return {
    only: new RegExp(values.only, 'i'),
    without: values.without,
    rounds,
    json: values.json,
    write: values.write,
  };
}

async function bench({ only, without, rounds, json, write }: Options): Promise<void> {
  const chosen = cases.filter(({ name }) => only.test(name));
  if (chosen.length === 0) throw new Error(`--only: no case matches ${only}`);
  const { peers, missing } = await loadPeers(without);
  for (const name of missing) process.stdout.write(`skipped, not installed: ${name}\n`);
  process.stdout.write(describeColumns());

  const platform = createNodePlatform();
  const results: { readonly case: string; readonly measurements: readonly Measurement[] }[] = [];
  for (const benchCase of chosen) {
    const measurements = await measureCase(benchCase, { rounds, peers, platform });
    process.stdout.write(describeCase(benchCase.name, measurements));
    results.push({ case: benchCase.name, measurements });
  }
  platform.close();

  if (json !== undefined)
    await writeFile(json, `${JSON.stringify({ machine: machine(), rounds, missing, results })}\n`);
  if (write !== undefined)
    await writeTable(
      write,
      CASE_HEAD,
      results.flatMap(({ case: name, measurements }) => tableRows(name, measurements)),
    );
  const oursFailed = results.some(({ measurements }) =>
    measurements.some(({ contestant, failure }) => contestant === OURS && failure !== undefined),
  );
  if (oursFailed) process.exitCode = 1;
}

/** Runs a benchmark script, which parses the other arguments itself. */
function runOther(kind: Other): void {
  const options = process.argv.slice(2).filter((word) => word !== `--${kind}`);
  execFileSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, others[kind]), ...options], {
    stdio: 'inherit',
  });
}

const machine = () => ({
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  processor: cpus()[0]?.model,
  threads: availableParallelism(),
});

try {
  const options = readOptions();
  if (options === 'help') process.stdout.write(`${USAGE}\n`);
  else if (typeof options === 'string') runOther(options);
  else await bench(options);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
