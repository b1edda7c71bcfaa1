import { ja as coreWords } from '#core/locales/everywhere-ja.ts';
import { ja as appWords } from '../ja.ts';
import { markedWhereNeeded } from '../phrases.ts';

export const core = markedWhereNeeded(coreWords);
export const app = markedWhereNeeded(appWords);
