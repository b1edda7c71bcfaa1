import { markedWhereNeeded } from '../phrases.ts';
import { jaControls as words } from './controls-ja.ts';

export const jaControls = markedWhereNeeded(words);
