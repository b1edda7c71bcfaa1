// A thread's first module: Node starts threads without tsx, so it is registered here before the
// TypeScript module that does the work.
import { workerData } from 'node:worker_threads';

if (workerData.module.endsWith('.ts')) {
  const { register } = await import('tsx/esm/api');
  register({ tsconfig: false });
}
await import(workerData.module);
