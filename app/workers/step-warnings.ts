import type { WarningCode } from '#core/base/error-codes.ts';

/** Warnings of operations that the stage and a batch show. Decoding reports all others. */
const STEP_WARNINGS: readonly WarningCode[] = ['redactionSolid', 'nothingTrimmed', 'subjectUnclear', 'joinReduced'];

export const isStepWarning = ({ code }: { readonly code: WarningCode }): boolean => STEP_WARNINGS.includes(code);
