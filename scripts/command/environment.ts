import type { Supervisor } from '../platform/supervised.ts';
import type { TextStream } from './report.ts';
import type { Variables } from './shard.ts';
import type { CommandOperation, CommandWords } from './words.ts';

/** Operations, words, streams and variables of a command line; tests replace them. */
export interface CommandEnvironment {
  readonly operations: readonly CommandOperation[];
  readonly words: CommandWords;
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  /** Environment variables; by default `process.env`. */
  readonly variables?: Variables;
  /**
   * Connection to the supervising thread. Without it, everything runs in the calling thread. With it, several files run
   * in worker threads, so that a stalled file can be stopped.
   */
  readonly supervisor?: Supervisor;
}
