import type { ListedScreen } from './screens.ts';

/**
 * A word that every screen has, by its route. The table of words holds each screen to them
 * (`ScreenWords`); as keys that the compiler puts together they take it minutes.
 */
export function screenWord(
  t: unknown,
  route: ListedScreen['route'] | 'home',
  word: 'name' | 'summary' | 'keywords',
): string {
  return (t as (key: string) => string)(`${route}.${word}`);
}
