import type { TranslatedErrorCode } from '#core/base/error-codes.ts';
import type { CoreWords } from '#core/locales/all-en.ts';
import type { InputSpecs, OutputTypes } from '#core/operation.ts';
import type { AnyOperation } from '#core/operations/index.ts';
import type { Unit } from '#core/parameters/fields.ts';
import type { ParsedStep } from '#core/recipes/recipe.ts';
import type { Supervisor } from '../../platform/supervised.ts';

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

/** An operation with any ID. Core's type allows only core's IDs, but tests declare other operations. */
export type CommandOperation = Omit<AnyOperation, 'id'> & {
  readonly id: string;
  readonly inputs: InputSpecs;
  readonly output: keyof OutputTypes;
};

/** The table of translations, which can be indexed by any ID. */
export interface CommandWords extends Pick<CoreWords, 'reasons' | 'punctuation'> {
  readonly operations: Readonly<Record<string, { readonly name: string; readonly summary: string }>>;
  readonly parameters: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly units: Readonly<Record<Unit, string>>;
  readonly errors: Readonly<Record<TranslatedErrorCode, string>>;
  readonly warnings: Readonly<Record<string, string>>;
}

export const summaryOf = (words: CommandWords, id: string): string => words.operations[id]?.summary ?? id;

/** Returns the label of a parameter. Lists and groups have their label in the key `label`. */
export function labelOf(words: CommandWords, id: string, parameter: string): string {
  const label = words.parameters[id]?.[parameter];
  if (typeof label === 'string') return label;
  const own = (label as { label?: unknown } | undefined)?.label;
  return typeof own === 'string' ? own : parameter;
}

/** A recipe step whose inputs are paths. */
export interface CommandStep extends Omit<ParsedStep, 'operation'> {
  readonly operation: CommandOperation;
}

/** stdout, stderr, or a replacement in a test. */
export interface TextStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Environment variables: `process.env`, or a replacement in a test. */
export type Variables = Readonly<Record<string, string | undefined>>;
