/** Word tables that an English page loads at the start, combined for one request. */
export { en as core } from '#core/words/en.ts';
export { en as app } from '../en.ts';
