import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from './setup/prepare.mjs';

/** The largest first. Core is checked without the types of DOM and Node. */
const PROJECTS = ['tests', '.', 'scripts', 'core', 'app/service-worker'];

const tsc = join(root, 'node_modules/typescript/bin/tsc');

/** Checks one project; its words are printed in one piece. */
const check = (project) =>
  new Promise((settle) => {
    const child = spawn(process.execPath, [tsc, '--pretty', '-p', project], { cwd: root });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      settle(code === 0);
    });
  });

const waiting = PROJECTS.values();
const results = [];
const lane = async () => {
  for (const project of waiting) results.push(await check(project));
};
await Promise.all(Array.from({ length: availableParallelism() }, lane));
process.exitCode = results.every(Boolean) ? 0 : 1;
