import type { Supervisor } from '../platform/supervised.ts';
import type { TextStream } from './report.ts';
import type { Variables } from './shard.ts';
import type { CommandOperation, CommandWords } from './words.ts';

/** Operations, translations, streams and environment variables of a command. Tests replace these values. */
export interface CommandEnvironment {
  readonly operations: readonly CommandOperation[];
  readonly words: CommandWords;
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  /** Environment variables; by default `process.env`. */
  readonly variables?: Variables;
  /** Thread that watches the command. If set, files run in worker threads, so that a stalled file can be stopped. */
  readonly supervisor?: Supervisor;
}
