import type { CancelSignal } from '../base/cancel-signal.ts';

export type TaskTable = Readonly<Record<string, (input: any, context: any) => Promise<unknown>>>;
export type InputOf<Task extends TaskTable[string]> = Parameters<Task>[0];
export type OutputOf<Task extends TaskTable[string]> = Awaited<ReturnType<Task>>;

export interface TaskOptions {
  readonly signal?: CancelSignal;
  readonly onProgress?: (fraction: number) => void;
  readonly transfer?: readonly ArrayBuffer[];
  /** Approximate bytes read and written; the calling thread may run a small task. Without a value, a worker runs it. */
  readonly workBytes?: number;
}

export interface TaskRunner<Table extends TaskTable> {
  /** Maximum number of parallel tasks; 1 without workers. */
  readonly size: number;
  /**
   * Runs a task. Aborting terminates the worker at once, even inside WebAssembly, and rejects with `CancelledError`.
   * Buffers in `transfer` are moved and must not be used afterwards.
   */
  run<Name extends keyof Table & string>(
    name: Name,
    input: InputOf<Table[Name]>,
    options?: TaskOptions,
  ): Promise<OutputOf<Table[Name]>>;
}

/** Core's worker functions. Each file with a worker function adds it here with `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: files above add to it
export interface CoreTaskFunctions {}

export type CoreTasks = { readonly [Name in keyof CoreTaskFunctions]: CoreTaskFunctions[Name] };

export type Workers = TaskRunner<CoreTasks>;
