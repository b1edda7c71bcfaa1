import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FAULTS, type Fault } from './faults.ts';

/**
 * `npm run mutation`: inserts each fault of `faults.ts` into a copy of the project, and runs the fuzzer and then fast
 * tests. Exits with 1 if more than `ALLOWED` faults survive, or if a fault no longer applies to the sources.
 */

/** Maximum number of the 40 faults that may survive. */
const ALLOWED = 2;
const SEED = '20';
const GENERATED = 'core/wasm/generated';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    /** Runs only faults whose description contains this text. */
    only: { type: 'string', default: '' },
    /** Runs a part of the faults: `1/3` means the first, fourth and seventh fault and so on. */
    shard: { type: 'string', default: '1/1' },
    'tests-first': { type: 'boolean', default: false },
  },
});

const root = resolve(import.meta.dirname, '../..');
const [shard = 1, shards = 1] = values.shard.split('/').map(Number);
const faults = FAULTS.filter(({ which }, index) => which.includes(values.only) && index % shards === shard - 1);
const lost = FAULTS.filter(({ file, find }) => !existsSync(join(root, file)) || occurrences(file, find) !== 1);
for (const { which, file, find } of lost)
  console.error(`does not apply: ${which}: ${file} has ${occurrences(file, find)} times: ${find}`);
if (lost.length > 0) process.exit(1);

function occurrences(file: string, words: string): number {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8').split(words).length - 1 : 0;
}

const folder = mkdtempSync(join(tmpdir(), 'fudebako-mutation-'));
const copy = join(folder, 'project');
let survived = 0;
try {
  copyProject();
  const fuzzTargets = new Set(faults.flatMap((fault) => fault.fuzzTargets));
  const { status, stdout, stderr } = fuzz([...fuzzTargets], values.seconds);
  if (status !== 0) throw new Error(`The fuzzer finds faults before any is inserted: ${stdout}${stderr}`);
  for (const [index, fault] of faults.entries()) {
    const start = performance.now();
    const by = killedBy(fault);
    if (!by) survived++;
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`${String(index + 1).padStart(3)} ${by ?? 'SURVIVED'} (${seconds} s): ${fault.which}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`\n${faults.length - survived} of ${faults.length} faults are found`);
process.exit(survived > ALLOWED ? 1 : 0);

/** Copies the project's files, tracked or not ignored by Git, with the installed packages and the samples. */
function copyProject(): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of listed.split('\n').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const shared = resolve(root, '../shared');
  if (existsSync(shared)) symlinkSync(shared, join(folder, 'shared'));
}

function run(args: readonly string[]) {
  return spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', maxBuffer: 1 << 28 });
}

function fuzz(fuzzTargets: readonly string[], seconds: string) {
  const options = ['--seed', SEED, '--files', '12', '--seconds', seconds, '--targets', fuzzTargets.join()];
  const speed = [
    '--corpus',
    join(folder, 'corpus.json'),
    '--case-seconds',
    '60',
    '--processes',
    '1',
    '--stop-at-finding',
  ];
  return run(['--import', 'tsx', 'tests/fuzz/run.ts', ...options, ...speed]);
}

/** Inserts a fault, returns the test that finds the fault, and reverts the fault. */
function killedBy(fault: Fault): string | undefined {
  const path = join(copy, fault.file);
  const sources = readFileSync(path, 'utf8');
  const isKernel = fault.file.includes('/kernels/');
  writeFileSync(
    path,
    sources.replace(fault.find, () => fault.replace),
  );
  try {
    if (isKernel) {
      const { status, stderr } = run(['--import', 'tsx', 'scripts/build/kernels.ts']);
      if (status !== 0) throw new Error(`The kernel does not compile: ${stderr}`);
      if (!haveKernelsChanged()) throw new Error('The kernels did not change');
    }
    const byTests = () => {
      const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
      const { status } = run([vitest, 'run', '--project', 'node', '--bail', '1', ...fault.tests]);
      return status === 0 ? undefined : 'by the tests';
    };
    const byFuzzer = () => (fuzz(fault.fuzzTargets, values.seconds).status === 0 ? undefined : 'by the fuzzer');
    return values['tests-first'] ? (byTests() ?? byFuzzer()) : (byFuzzer() ?? byTests());
  } finally {
    writeFileSync(path, sources);
    if (isKernel) cpSync(join(root, GENERATED), join(copy, GENERATED), { recursive: true });
  }
}

function haveKernelsChanged(): boolean {
  const isChanged = (file: string) => !readFileSync(join(copy, file)).equals(readFileSync(join(root, file)));
  return readdirSync(join(root, GENERATED)).some((name) => isChanged(join(GENERATED, name)));
}
