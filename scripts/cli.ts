import { operations } from '#core/operations/index.ts';
import { en } from '#core/words/en.ts';
import { runCommand } from './command/main.ts';

// Whoever reads the results may stop reading (`| head`); the work goes on.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCommand(process.argv.slice(2), {
  operations,
  words: en,
  stdout: process.stdout,
  stderr: process.stderr,
});
