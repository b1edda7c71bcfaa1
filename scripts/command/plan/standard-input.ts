import { type InputSpec, inputSpec } from '#core/operation.ts';
import type { PendingFile } from '../../platform/files.ts';
import { STDIO, spoolStandardInput, TerminalInputError } from '../../platform/standard-streams.ts';
import { STDIN_ONCE, UsageError } from '../base/errors.ts';
import { withInputs } from '../parse/recipe-file.ts';
import type { Request } from '../parse/request.ts';

/** A request in which a temporary file replaces stdin, until `release` is called. */
export interface StandardInput {
  readonly request: Request;
  release(): Promise<void>;
}

/** @throws UsageError if `-` appears twice, or stdin is a terminal; Node's errors of reading and writing */
export async function spoolRequestInput(request: Request): Promise<StandardInput> {
  const { paths, steps, subject } = request;
  const uses = [
    ...paths.filter((path) => path === STDIO).map(() => subject),
    ...steps.flatMap(({ operation, inputs }) =>
      Object.entries(inputs).flatMap(([name, files]) =>
        [files].flat().flatMap((file) => (file === STDIO ? [operation.inputs[name]] : [])),
      ),
    ),
  ];
  if (uses.length > 1) throw new UsageError(STDIN_ONCE);
  if (uses.length === 0) return { request, release: async () => {} };
  const spool = await spoolFor(uses[0]);
  const spooled = (file: string) => (file === STDIO ? spool.temporary : file);
  const spooledSteps = steps.map((step) => withInputs(step, spooled));
  return { request: { ...request, steps: spooledSteps, standardInput: spool.temporary }, release: spool.discard };
}

/** Copies stdin to a temporary file, with an extension if the operation accepts exactly one extension. */
async function spoolFor(input: InputSpec | InputSpec['kind'] | undefined): Promise<PendingFile> {
  const { extensions = [] } = input === undefined ? {} : inputSpec(input);
  try {
    return await spoolStandardInput(extensions.length === 1 ? (extensions[0] ?? '') : '');
  } catch (error) {
    throw error instanceof TerminalInputError ? new UsageError(error.message) : error;
  }
}
