import { operations } from '#core/operations/index.ts';
import { en } from '#core/words/en.ts';
import { runCommand } from './command/main.ts';

process.exitCode = await runCommand(process.argv.slice(2), {
  operations,
  words: en,
  stdout: process.stdout,
  stderr: process.stderr,
});
