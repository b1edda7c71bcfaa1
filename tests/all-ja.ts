import type { CoreWords } from '#core/words/all-en.ts';
import { jaEdits } from '#core/words/edits-ja.ts';
import { ja as first } from '#core/words/ja.ts';

/** The Japanese word tables of core/, merged into one table as in the page. */
export const ja: CoreWords = {
  ...first,
  ...jaEdits,
  operations: { ...first.operations, ...jaEdits.operations },
  errors: { ...first.errors, ...jaEdits.errors },
};
