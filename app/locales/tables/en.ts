/** Everything that is loaded when the page speaks English: one file, one request. */
export { en as core } from '#core/words/en.ts';
export { en as app } from '../en.ts';
