import { markedWhereNeeded } from '../phrases.ts';
import { jaRecipe as words } from './recipe-ja.ts';

export const jaRecipe = markedWhereNeeded(words);
