#!/usr/bin/env node
// Starts the published command. Prints fixed texts such as `--help` without loading other modules.
import { readFileSync } from 'node:fs';
import { writeOut } from '../../../platform/write-out.mjs';

const args = process.argv.slice(2);
const answers = new Map(Object.entries(JSON.parse(readFileSync(new URL('./answers.json', import.meta.url), 'utf8'))));
const answer = answers.get(args.join(' '));
if (answer !== undefined) writeOut(1, answer);
else {
  const { supervise } = await import('../../../platform/supervisor.mjs');
  supervise(new URL('./command.js', import.meta.url), args);
}
