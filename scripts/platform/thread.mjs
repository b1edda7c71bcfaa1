// A thread's first module: Node starts threads without tsx, so what is not compiled is loaded by it from here.
import { workerData } from 'node:worker_threads';
import { compiledModule } from './compiled.mjs';

const compiled = compiledModule(workerData.module);
if (!compiled && workerData.module.endsWith('.ts')) {
  const { register } = await import('tsx/esm/api');
  register({ tsconfig: false });
}
await import(compiled ?? workerData.module);
