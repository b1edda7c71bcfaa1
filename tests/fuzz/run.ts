import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeCase } from './case.ts';
import { makeCorpus } from './corpus.ts';
import { DOORS } from './doors.ts';
import { fuzz } from './fuzz.ts';

/** `npm run fuzz -- --seconds 300`: hostile cases without an end to them; see CONTRIBUTING.md. */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    case: { type: 'string' },
    processes: { type: 'string', default: String(availableParallelism()) },
  },
});
const seed = Number(values.seed);
const folder = resolve(import.meta.dirname, '../../.cache/fuzz');
mkdirSync(folder, { recursive: true });

console.log(`seed ${seed}, ${Object.keys(DOORS).length} doors: ${Object.keys(DOORS).join(', ')}`);
const corpus = await makeCorpus();
const start = performance.now();
const { cases, findings, outcomes } = await fuzz({
  seed,
  corpus,
  ...(values.case === undefined ? { seconds: Number(values.seconds) } : { first: Number(values.case), cases: 1 }),
  processes: values.case === undefined ? Number(values.processes) : 1,
  onFinding({ index, kind, detail }) {
    const { door, input } = makeCase(seed, index, DOORS, corpus);
    const path = join(folder, `${seed}-${index}-${door}.bin`);
    writeFileSync(path, input);
    console.log(`\n${door}, ${kind}: npm run fuzz -- --seed ${seed} --case ${index}; its input is ${path}\n${detail}`);
  },
});
const seconds = Math.round((performance.now() - start) / 1000);
console.log(`\n${cases} cases in ${seconds} s, ${findings.length} findings (seed ${seed})`);
for (const [outcome, count] of Object.entries(outcomes).sort((a, b) => b[1] - a[1]))
  console.log(`${String(count).padStart(7)} ${outcome}`);
process.exit(findings.length > 0 ? 1 : 0);
