import { markedWhereNeeded } from '../phrases.ts';
import { jaCard as words } from './card-ja.ts';

export const jaCard = markedWhereNeeded(words);
