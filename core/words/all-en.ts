import { enEdits } from './edits-en.ts';
import { en as first } from './en.ts';

/** All English texts of core, for the command, the library and tests. */
export const en = { ...first, ...enEdits, errors: { ...first.errors, ...enEdits.errors } };

/** Type with the keys of the texts of core, which every language must have. */
export type CoreWords = typeof en;
