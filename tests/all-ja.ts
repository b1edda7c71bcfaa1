import type { CoreWords } from '#core/words/all-en.ts';
import { jaEdits } from '#core/words/edits-ja.ts';
import { ja as first } from '#core/words/ja.ts';

/** All Japanese words of core, merged as the page merges them. */
export const ja: CoreWords = { ...first, ...jaEdits, errors: { ...first.errors, ...jaEdits.errors } };
