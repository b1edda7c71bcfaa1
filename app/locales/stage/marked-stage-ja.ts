import { markedWhereNeeded } from '../phrases.ts';
import { jaStage as words } from './stage-ja.ts';

export const jaStage = markedWhereNeeded(words);
