import type { TranslatedErrorCode } from '../base/error-codes.ts';
import { en as first } from './everywhere-en.ts';
import { enTools } from './tools-en.ts';

/** The type causes a compile error if an error code has no English message. */
const errors: Readonly<Record<TranslatedErrorCode, string>> = { ...first.errors, ...enTools.errors };

/** All English texts of core, for the command, the library and tests. */
export const en = { ...first, ...enTools, operations: { ...first.operations, ...enTools.operations }, errors };

/** Type with the keys of the texts of core, which every language must have. */
export type CoreWords = typeof en;
