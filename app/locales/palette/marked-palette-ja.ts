import { markedWhereNeeded } from '../phrases.ts';
import { jaPalette as words } from './palette-ja.ts';

export const jaPalette = markedWhereNeeded(words);
