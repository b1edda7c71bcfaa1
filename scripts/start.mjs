import { ensureBuild, ensureDependencies } from './dev/setup/prepare.mjs';

await ensureDependencies();
await ensureBuild();
await import('./serve.mjs');
