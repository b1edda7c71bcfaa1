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

/** Flag values as Commander parsed them. */
export type Given = Readonly<Record<string, unknown>>;

/** Receives a parsed command line. */
export type Take = (request: Request, flags: GeneralFlags) => void;

/** Returns the parts of a request that the general flags set. */
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

/**
 * Takes the format from the extension of OUT, for operations that write files in several formats.
 * @throws UsageError if `--format` contradicts it
 */
export function formatOfTarget(operation: CommandOperation, given: Given, { output }: GeneralFlags): Given {
  const field = operation.params.format;
  const extension = output ? extensionOf(basename(output)) : '';
  if (operation.output !== 'file' || field?.kind !== 'choice' || !field.options.includes(extension)) return {};
  if (given.format !== undefined && given.format !== extension)
    throw new UsageError(`--format ${given.format} can't be combined with ${output}.`);
  return { format: extension };
}

/** Returns the extensions that an operation can write, the chosen format first. */
export function extensionsOf(
  { extensions = [] }: CommandOperation,
  { format }: CommandStep['params'],
): readonly string[] {
  return [...extensions].sort((a, b) => Number(b === format) - Number(a === format));
}

/** Returns the paths of the arguments and of `--files-from`. */
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
 * Checks that the file of an input exists and can be read.
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
