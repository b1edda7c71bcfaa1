import { markedWhereNeeded } from '../phrases.ts';
import { jaPages as words } from './ja.ts';

export const jaPages = markedWhereNeeded(words);
