import { enEdits } from './edits-en.ts';
import { en as first } from './en.ts';

/** All English texts of core, for the command, the library and tests. */
export const en = { ...first, ...enEdits, errors: { ...first.errors, ...enEdits.errors } };

/** The keys that the texts of every language have. */
export type CoreWords = typeof en;
