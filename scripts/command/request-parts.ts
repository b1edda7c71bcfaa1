import { basename } from 'node:path';
import { FudebakoError } from '#core/base/errors.ts';
import { extensionOf } from '#core/base/files.ts';
import { requireInput } from '../platform/outside-file.ts';
import { STANDARD } from '../platform/standard-streams.ts';
import { describeError, UsageError } from './errors.ts';
import { readFileList } from './file-list.ts';
import type { GeneralFlags } from './general.ts';
import type { CommandStep } from './job.ts';
import type { Request } from './plan.ts';
import { STANDARD_ONCE } from './standard-input.ts';
import type { CommandOperation, CommandWords } from './words.ts';

/** The flags of a command line, by their names. */
export type Given = Readonly<Record<string, unknown>>;

/** Takes a command line that has been read. */
export type Take = (request: Request, flags: GeneralFlags) => void;

/** What general flags say of where results go, and of which. */
export const targetOf = ({ output, name, force, skipExisting, shard, failOn, sync, limits }: GeneralFlags) => ({
  target: output,
  namePattern: name,
  force,
  skipExisting,
  shard,
  failOn,
  sync,
  limits,
});

/** An operation that writes files in a format of its choice takes the format from the file's name. */
export function formatOfTarget(operation: CommandOperation, given: Given, { output }: GeneralFlags): Given {
  const field = operation.params.format;
  const extension = output ? extensionOf(basename(output)) : '';
  if (operation.output !== 'file' || field?.kind !== 'choice' || !field.options.includes(extension)) return {};
  if (given.format !== undefined && given.format !== extension)
    throw new UsageError(`--format ${given.format} can't be combined with ${output}.`);
  return { format: extension };
}

/** What it can write, the chosen format first. */
export function extensionsOf(
  { extensions = [] }: CommandOperation,
  { format }: CommandStep['params'],
): readonly string[] {
  return [...extensions].sort((a, b) => Number(b === format) - Number(a === format));
}

/** What is named, and what a list names besides. */
export async function readPaths(
  named: readonly string[],
  { filesFrom }: Given,
  words: CommandWords,
): Promise<string[]> {
  if (typeof filesFrom !== 'string') return [...named];
  if (filesFrom === STANDARD && named.includes(STANDARD)) throw new UsageError(STANDARD_ONCE);
  return [...named, ...(await readFileList(filesFrom, words)).map((path) => (path === STANDARD ? `./${path}` : path))];
}

/**
 * Looks at a file that is named for an input, before anything is done.
 * @throws FudebakoError, UsageError
 */
export function requireFile(path: string, words: CommandWords): void {
  if (path === STANDARD) return;
  try {
    requireInput(path);
  } catch (error) {
    if (error instanceof FudebakoError) throw error;
    throw new UsageError(`${path}: ${describeError(error, words)}`);
  }
}
