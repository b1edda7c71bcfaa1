import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from './setup/prepare.mjs';

/** TypeScript projects, largest first. Core is checked without the types of DOM and Node.js. Checks are incremental. */
const PROJECTS = ['tests', '.', 'scripts', 'core', 'app/service-worker'];

const tsc = join(root, 'node_modules/typescript/bin/tsc');

const check = (project) =>
  new Promise((resolve) => {
    const facts = join(root, 'node_modules/.cache/typescript', `${project.replace(/\W/g, '_')}.tsbuildinfo`);
    const args = [tsc, '--pretty', '-p', project, '--incremental', '--tsBuildInfoFile', facts];
    const child = spawn(process.execPath, args, { cwd: root });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });

const waiting = PROJECTS.values();
const results = [];
const lane = async () => {
  for (const project of waiting) results.push(await check(project));
};
await Promise.all(Array.from({ length: availableParallelism() }, lane));
process.exitCode = results.every(Boolean) ? 0 : 1;
