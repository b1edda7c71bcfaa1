import type { SerializedError } from '../base/errors.ts';

export interface TaskRequest {
  readonly name: string;
  readonly input: unknown;
}

/** Replies of a worker: any number of `progress`, then `done` or `failed`. `last` asks for the worker's termination. */
export type TaskReply =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'done'; readonly output: unknown; readonly last?: boolean }
  | { readonly kind: 'failed'; readonly error: SerializedError; readonly last?: boolean };
