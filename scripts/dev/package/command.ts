import { STARTED_MODULES } from '../../platform/compiled.mjs';
import { bundleModules } from './bundle.ts';
import { readManifest } from './manifest.ts';

// Compiles the command of a checkout to the folder that `scripts/platform/compiled.mjs` determines.
const [folder = ''] = process.argv.slice(2);
await bundleModules(folder, { entries: STARTED_MODULES, version: readManifest('package.json').version });
