import { join } from 'node:path';
import { ensureDependencies, root, run } from './setup/prepare.mjs';

/** TypeScript projects. Core is checked without the types of DOM and Node.js. */
const PROJECTS = ['core', 'app/service-worker', 'scripts', '.', 'tests'];

/** The native compiler, which checks all projects in a quarter of the time of the one with a programming interface. */
const tsc = join(root, 'node_modules/typescript-7/bin/tsc');

await ensureDependencies();
const results = PROJECTS.map((project) => run(process.execPath, [tsc, '-p', project]));
process.exitCode = results.every(Boolean) ? 0 : 1;
