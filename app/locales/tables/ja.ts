/** Everything that is loaded when the page speaks Japanese: one file, one request. */
import { ja as coreWords } from '#core/words/ja.ts';
import { ja as appWords } from '../ja.ts';
import { withPhrases } from '../phrases.ts';

const findsPhrases = typeof CSS !== 'undefined' && CSS.supports('word-break', 'auto-phrase');

export const core = findsPhrases ? coreWords : withPhrases(coreWords);
export const app = findsPhrases ? appWords : withPhrases(appWords);
