/** Everything that is loaded when the page speaks Japanese: one file, one request. */
export { ja as core } from '#core/words/ja.ts';
export { ja as app } from '../ja.ts';
