import { FudebakoError } from '../../../base/errors.ts';
import { MAX_SVG_BYTES } from '../../../base/limits.ts';

/** Bounds the text that all variables, selectors and copies in a file produce together. */
export class Budget {
  #left = MAX_SVG_BYTES;

  /** Throws FudebakoError `imageWork` when the budget is spent. */
  spend(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0) throw new FudebakoError('imageWork');
  }
}
