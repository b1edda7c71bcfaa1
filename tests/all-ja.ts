import type { CoreWords } from '#core/locales/all-en.ts';
import { ja as first } from '#core/locales/everywhere-ja.ts';
import { jaTools } from '#core/locales/tools-ja.ts';

/** The Japanese word tables of core/, merged into one table as in the page. */
export const ja: CoreWords = {
  ...first,
  ...jaTools,
  operations: { ...first.operations, ...jaTools.operations },
  errors: { ...first.errors, ...jaTools.errors },
};
