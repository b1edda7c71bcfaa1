import { markedWhereNeeded } from '../phrases.ts';
import { jaMany as words } from './many-ja.ts';

export const jaMany = markedWhereNeeded(words);
