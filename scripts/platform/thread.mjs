// First module of every thread. Loads tsx if the sources are not compiled, because threads start without tsx.
import { workerData } from 'node:worker_threads';
import { compiledModule } from './compiled.mjs';

const compiled = compiledModule(workerData.module);
if (!compiled && workerData.module.endsWith('.ts')) {
  const { register } = await import('tsx/esm/api');
  register({ tsconfig: false });
}
await import(compiled ?? workerData.module);
