// First module of every thread. Loads tsx for uncompiled sources, because threads start without tsx.
import { workerData } from 'node:worker_threads';
import { compiledModule } from './compiled.mjs';

const compiled = compiledModule(workerData.module);
if (!compiled && workerData.module.endsWith('.ts')) {
  const { register } = await import('tsx/esm/api');
  register({ tsconfig: false });
}
await import(compiled ?? workerData.module);
