import { fillIn } from '#core/locales/format.ts';
import { coreWords } from '../locales/i18n.ts';
import type { BatchItem } from './item.ts';

export const warningSentences = ({ warnings = [] }: BatchItem): readonly string[] =>
  warnings.map(({ code, data }) => fillIn(coreWords().warnings[code], data));
