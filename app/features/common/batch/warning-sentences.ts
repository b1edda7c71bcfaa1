import { fillIn } from '#core/words/format.ts';
import { coreWords } from '../../../locales/i18n.ts';
import type { BatchItem } from '../../../state/batch/item.ts';

/** What decoding an item's file warned of, in the visitor's language. */
export const warningSentences = ({ warnings = [] }: BatchItem): readonly string[] =>
  warnings.map(({ code, data }) => fillIn(coreWords().warnings[code], data));
