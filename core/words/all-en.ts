import type { TranslatedErrorCode } from '../base/error-codes.ts';
import { enEdits } from './edits-en.ts';
import { en as first } from './en.ts';

/** The type causes a compile error if an error code has no English message. */
const errors: Readonly<Record<TranslatedErrorCode, string>> = { ...first.errors, ...enEdits.errors };

/** All English texts of core, for the command, the library and tests. */
export const en = { ...first, ...enEdits, operations: { ...first.operations, ...enEdits.operations }, errors };

/** Type with the keys of the texts of core, which every language must have. */
export type CoreWords = typeof en;
