import type { CancelSignal } from '../base/cancel-signal.ts';

export type TaskTable = Readonly<Record<string, (input: any, context: any) => Promise<unknown>>>;
export type InputOf<Task extends TaskTable[string]> = Parameters<Task>[0];
export type OutputOf<Task extends TaskTable[string]> = Awaited<ReturnType<Task>>;

export interface TaskOptions {
  readonly signal?: CancelSignal;
  readonly onProgress?: (fraction: number) => void;
  readonly transfer?: readonly ArrayBuffer[];
  /** Estimated bytes that the task reads and writes. Only a small estimate lets the calling thread run the task. */
  readonly workBytes?: number;
}

export interface TaskRunner<Table extends TaskTable> {
  /** Maximum number of tasks that run in parallel; 1 without workers. */
  readonly size: number;
  /** Runs a task. `transfer`'s buffers move to the worker. An abort terminates the worker and throws CancelledError. */
  run<Name extends keyof Table & string>(
    name: Name,
    input: InputOf<Table[Name]>,
    options?: TaskOptions,
  ): Promise<OutputOf<Table[Name]>>;
}

/** Worker functions by name. Each file with a worker function extends this interface by `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: files above add to it
export interface CoreTaskFunctions {}

export type CoreTasks = { readonly [Name in keyof CoreTaskFunctions]: CoreTaskFunctions[Name] };

export type Workers = TaskRunner<CoreTasks>;
