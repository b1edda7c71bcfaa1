/** All tables that a Japanese page loads at the start, in one file for one request. */
import { ja as coreWords } from '#core/words/ja.ts';
import { ja as appWords } from '../ja.ts';
import { markedWhereNeeded } from '../phrases.ts';

export const core = markedWhereNeeded(coreWords);
export const app = markedWhereNeeded(appWords);
