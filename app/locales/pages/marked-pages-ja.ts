import { markedWhereNeeded } from '../phrases.ts';
import { jaPages as words } from './pages-ja.ts';

export const jaPages = markedWhereNeeded(words);
