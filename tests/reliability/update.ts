import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RELIABILITY_CLASSES, type TestReport, writePage } from './page.ts';

/**
 * `npm run reliability`: runs the tests of faults and hostile input, and writes docs/reliability.md from their report.
 */

const root = resolve(import.meta.dirname, '../..');
const report = join(root, '.cache', 'reliability.json');
mkdirSync(join(root, '.cache'), { recursive: true });
const files = RELIABILITY_CLASSES.flatMap((each) => each.files);
const args = ['vitest', 'run', '--project', 'node', '--reporter=json', `--outputFile=${report}`, ...files];
const { status } = spawnSync('npx', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
const results = JSON.parse(readFileSync(report, 'utf8')) as TestReport;
writeFileSync(join(root, 'docs/reliability.md'), writePage(results, root.replaceAll('\\', '/')));
process.exit(status ?? 1);
