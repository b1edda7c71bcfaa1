/** Word tables that an English page loads at the start, combined for one request. */
export { en as core } from '#core/locales/everywhere-en.ts';
export { en as app } from '../en.ts';
