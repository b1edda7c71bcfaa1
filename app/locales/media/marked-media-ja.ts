import { markedWhereNeeded } from '../phrases.ts';
import { jaMedia as words } from './media-ja.ts';

export const jaMedia = markedWhereNeeded(words);
