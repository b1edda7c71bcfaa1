import { jaEdits as words } from '#core/words/edits-ja.ts';
import { markedWhereNeeded } from '../phrases.ts';

export const jaEdits = markedWhereNeeded(words);
