import { enEdits } from './edits-en.ts';
import { en as first } from './en.ts';

/** All English words of core, for the command, the library and tests. */
export const en = { ...first, ...enEdits, errors: { ...first.errors, ...enEdits.errors } };

/** The type of all languages. */
export type CoreWords = typeof en;
