import { ensureBuild, ensureDependencies } from './setup/prepare.mjs';

await ensureDependencies();
await ensureBuild();
await import('./serve.mjs');
