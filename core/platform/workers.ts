import type { CancelSignal } from '../base/cancel-signal.ts';

/** Tasks by name. */
export type TaskTable = Readonly<Record<string, (input: any, context: any) => Promise<unknown>>>;
export type InputOf<Task extends TaskTable[string]> = Parameters<Task>[0];
export type OutputOf<Task extends TaskTable[string]> = Awaited<ReturnType<Task>>;

export interface TaskOptions {
  readonly signal?: CancelSignal;
  readonly onProgress?: (fraction: number) => void;
  readonly transfer?: readonly ArrayBuffer[];
  /**
   * About how many bytes the task reads and writes. A platform may run a small task where it is
   * called, to spare it a worker's start; a task that does not say always gets a worker.
   */
  readonly workBytes?: number;
}

/** Something that runs the tasks of a table. */
export interface TaskRunner<Table extends TaskTable> {
  /** How many tasks run at the same time; 1 where there are no workers to be had. */
  readonly size: number;
  /**
   * Runs a task in a free worker. Aborting ends the worker at once, also inside WebAssembly, and
   * rejects with `CancelledError`. What `transfer` lists is moved, not copied, and must not be used
   * afterwards.
   */
  run<Name extends keyof Table & string>(
    name: Name,
    input: InputOf<Table[Name]>,
    options?: TaskOptions,
  ): Promise<OutputOf<Table[Name]>>;
}

/**
 * The functions that core runs in workers, by name. Each file that has one adds it here with
 * `declare module`, so that this port need not know the rooms above it; `core/workers/tasks.ts`
 * lists them all, and does not compile when one is missing.
 */
// biome-ignore lint/suspicious/noEmptyInterface: files above add to it
export interface CoreTaskFunctions {}

/** Core's tasks as a table. */
export type CoreTasks = { readonly [Name in keyof CoreTaskFunctions]: CoreTaskFunctions[Name] };

/** Workers that run core's tasks beside the caller. */
export type Workers = TaskRunner<CoreTasks>;
