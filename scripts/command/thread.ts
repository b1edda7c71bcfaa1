import { setFlagsFromString } from 'node:v8';
import { workerData } from 'node:worker_threads';
import { en } from '#core/locales/all-en.ts';
import { operations } from '#core/operations/index.ts';
import { noteUnfinishedFiles } from '../platform/files.ts';
import { createSupervisor, OutStream, type SupervisedData } from '../platform/supervised.ts';
import { runCommand } from './main.ts';

// Offers `gc` to the threads of jobs. The library doesn't set this flag, because flags apply to the user's whole process.
setFlagsFromString('--expose-gc');

// Runs the command in a separate thread, which can be terminated at any time.
const { port, columns } = workerData as SupervisedData;
const supervisor = createSupervisor(port);
noteUnfinishedFiles(supervisor.noteUnfinished);
const stdout = new OutStream(1);
const stderr = new OutStream(2, columns);
let exitCode = await runCommand(process.argv.slice(2), { operations, words: en, stdout, stderr, supervisor });
if (stdout.hasFailed && exitCode === 0) {
  stderr.write('fudebako: Failed to write to stdout.\n');
  exitCode = 1;
}
supervisor.leave(exitCode);
process.exit(exitCode);
