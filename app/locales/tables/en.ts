/** All tables that an English page loads at the start, in one file for one request. */
export { en as core } from '#core/words/en.ts';
export { en as app } from '../en.ts';
