import { markedWhereNeeded } from '../phrases.ts';
import { jaChain as words } from './chain-ja.ts';

export const jaChain = markedWhereNeeded(words);
