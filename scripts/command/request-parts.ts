import { basename } from 'node:path';
import { FudebakoError } from '#core/base/errors.ts';
import { extensionOf } from '#core/base/files.ts';
import { requireInput } from '../platform/outside-file.ts';
import { STDIO } from '../platform/standard-streams.ts';
import { describeError, UsageError } from './errors.ts';
import type { RawFlags } from './flags.ts';
import type { GeneralFlags } from './general.ts';
import type { CommandStep } from './job.ts';
import { outputsPattern } from './outputs.ts';
import type { Request } from './request.ts';
import type { CommandOperation, CommandWords } from './words.ts';

export type RequestHandler = (request: Request, flags: GeneralFlags) => void;

export const targetOf = (
  { output, name, force, skipExisting, changed, shard, failOn, textEncoding, sync, limits }: GeneralFlags,
  outputs?: Request['outputs'],
) => ({
  target: output,
  namePattern: outputsPattern(name, outputs),
  force,
  skipExisting,
  changed,
  shard,
  failOn,
  textEncoding,
  sync,
  limits,
});

/** Returns the format for the output's extension. Throws UsageError if `--format` contradicts the extension. */
export function formatOfTarget(operation: CommandOperation, rawFlags: RawFlags, { output }: GeneralFlags): RawFlags {
  const field = operation.params.format;
  const extension = output ? extensionOf(basename(output)) : '';
  if (operation.output !== 'file' || field?.kind !== 'choice' || !field.options.includes(extension)) return {};
  if (rawFlags.format !== undefined && rawFlags.format !== extension)
    throw new UsageError(`--format ${rawFlags.format} can't be combined with ${output}.`);
  return { format: extension };
}

/** Returns the extensions that an operation can write. The extension of the chosen format comes first. */
export function extensionsOf(
  { extensions = [] }: CommandOperation,
  { format }: CommandStep['params'],
): readonly string[] {
  return [...extensions].sort((a, b) => Number(b === format) - Number(a === format));
}

/** Checks that an input file exists and can be read. Throws FudebakoError, UsageError. */
export function requireFile(path: string, words: CommandWords): void {
  if (path === STDIO) return;
  try {
    requireInput(path);
  } catch (error) {
    if (error instanceof FudebakoError) throw error;
    throw new UsageError(`${path}: ${describeError(error, words)}`);
  }
}
