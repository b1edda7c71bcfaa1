import { markedWhereNeeded } from '../phrases.ts';
import { jaBatch as words } from './batch-ja.ts';

export const jaBatch = markedWhereNeeded(words);
