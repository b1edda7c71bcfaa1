import type { SerializedError } from '../base/errors.ts';

/** What the pool posts to a worker. */
export interface TaskRequest {
  readonly name: string;
  readonly input: unknown;
}

/** What a worker posts back: any number of `progress`, then one of the others; with `last` it wants to be ended. */
export type TaskReply =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'done'; readonly output: unknown; readonly last?: boolean }
  | { readonly kind: 'failed'; readonly error: SerializedError; readonly last?: boolean };
