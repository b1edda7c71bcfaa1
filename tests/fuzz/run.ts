import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeCase, selectTargets } from './case.ts';
import { makeCorpus } from './corpus.ts';
import { CASE_LIMITS, fuzz, readCorpus, writeCorpus } from './fuzz.ts';
import { installedPrograms, optionalPrograms } from './image-makers.ts';
import { TARGETS } from './targets.ts';

/** `npm run fuzz -- --seconds 300` runs fuzz cases for a given time (CONTRIBUTING.md). */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    case: { type: 'string' },
    targets: { type: 'string', default: '' },
    files: { type: 'string', default: '40' },
    /** Maximum seconds of a fuzz case; increase on a busy machine. */
    'case-seconds': { type: 'string', default: String(CASE_LIMITS.seconds) },
    /** File in which the fuzz corpus is stored between runs. */
    corpus: { type: 'string' },
    processes: { type: 'string', default: String(availableParallelism()) },
    'stop-at-finding': { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const only = values.targets === '' ? [] : values.targets.split(',');
const targets = selectTargets(TARGETS, only);
const folder = resolve(import.meta.dirname, '../../.cache/fuzz');
mkdirSync(folder, { recursive: true });

console.log(`seed ${seed}, ${Object.keys(targets).length} targets: ${Object.keys(targets).join(', ')}`);
const programs = installedPrograms();
const missing = optionalPrograms.filter((program) => !programs.includes(program));
if (missing.length > 0) console.log(`not installed, so without files of: ${missing.join(', ')}`);
const start = performance.now();
const corpus =
  values.corpus !== undefined && existsSync(values.corpus)
    ? readCorpus(values.corpus)
    : await makeCorpus(seed, Number(values.files), programs);
if (values.corpus !== undefined) writeCorpus(values.corpus, corpus);
const { cases, findings, outcomes } = await fuzz({
  seed,
  corpus,
  only,
  ...(values.case === undefined ? { seconds: Number(values.seconds) } : { first: Number(values.case), cases: 1 }),
  processes: values.case === undefined ? Number(values.processes) : 1,
  limits: { ...CASE_LIMITS, seconds: Number(values['case-seconds']) },
  stopsAtFinding: values['stop-at-finding'],
  onFinding({ index, kind, detail }) {
    const { target, input, file } = makeCase(seed, index, targets, corpus);
    const path = join(folder, `${seed}-${index}-${target.replace(' ', '-')}.bin`);
    writeFileSync(path, input);
    if (file && !file.unchanged) writeFileSync(`${path}.original`, file.original);
    const again = `npm run fuzz -- --seed ${seed} --files ${values.files}${values.corpus ? ` --corpus ${values.corpus}` : ''}${only.length > 0 ? ` --targets ${only.join()}` : ''}`;
    console.log(`\n${target}, ${kind}: ${again} --case ${index}; its input is ${path}\n${detail}`);
  },
});
const seconds = Math.round((performance.now() - start) / 1000);
console.log(`\n${cases} cases in ${seconds} s, ${findings.length} findings (seed ${seed})`);
for (const [outcome, count] of Object.entries(outcomes).sort((a, b) => b[1] - a[1]))
  console.log(`${String(count).padStart(7)} ${outcome}`);
process.exit(findings.length > 0 ? 1 : 0);
