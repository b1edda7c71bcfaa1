import { FudebakoError } from '#core/base/errors.ts';
import { showError } from '../notices/error-queue.ts';

/** Largest number of files in a list, such as the images of a batch. */
export const MAX_FILES = 20_000;

/** Says how many files a full list has no room for. */
export function reportFullList(count: number): void {
  if (count > 0) showError(new FudebakoError('listFull', { count, max: MAX_FILES }));
}
