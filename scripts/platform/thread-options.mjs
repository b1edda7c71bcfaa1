/**
 * Returns thread options without the process's flags and without properties that a module added to `Object.prototype`.
 * @param {{ workerData?: unknown, argv?: readonly string[], transferList?: readonly
 * import('node:worker_threads').TransferListItem[], stdout?: boolean, stderr?: boolean, maxHeap?: number }} [options]
 * @returns {import('node:worker_threads').WorkerOptions}
 */
export function threadOptions({
  workerData,
  argv = [],
  transferList = [],
  stdout = false,
  stderr = false,
  maxHeap,
} = {}) {
  const resourceLimits = maxHeap === undefined ? undefined : { maxOldGenerationSizeMb: maxHeap };
  const own = {
    workerData,
    argv,
    execArgv: [],
    env: process.env,
    transferList,
    stdin: false,
    stdout,
    stderr,
    resourceLimits,
  };
  return Object.assign(Object.create(null), own);
}
