import { markedWhereNeeded } from '../phrases.ts';
import { jaExport as words } from './export-ja.ts';

export const jaExport = markedWhereNeeded(words);
