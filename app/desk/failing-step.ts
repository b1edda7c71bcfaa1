import { CancelledError, FudebakoError } from '#core/base/errors.ts';
import { stepName } from '#core/recipes/describe.ts';
import { coreWords } from '../locales/i18n.ts';
import { type ImageRef, imageWorker, type JobOptions } from '../workers/image-worker.ts';

/** Returns the error, with the name of the step that failed if the recipe has several steps. */
export async function stepThatFails(image: ImageRef, error: unknown, job: JobOptions): Promise<unknown> {
  const { source, steps } = image;
  if (steps.length < 2 || !(error instanceof FudebakoError) || error instanceof CancelledError) return error;
  for (const [index, step] of steps.entries()) {
    const part = { source, steps: steps.slice(0, index + 1) };
    const failed = await imageWorker.render(part, { signal: job.signal }).then(
      () => undefined,
      (cause: unknown) => ({ cause }),
    );
    if (failed) return new FudebakoError('stepMisfit', { step: stepName(step, coreWords()) }, failed);
  }
  return error;
}
