import { type ListedScreen, operationOf } from './screens.ts';

/**
 * A word that every screen has, by its route; its name is its operation's where it has one. The
 * tables of words hold each screen to them (`ScreenWords`); as keys that the compiler puts together
 * they take it minutes.
 */
export function screenWord(
  t: unknown,
  route: ListedScreen['route'] | 'home',
  word: 'name' | 'summary' | 'keywords',
): string {
  const operation = word === 'name' && operationOf(route);
  return (t as (key: string) => string)(operation ? `core:operations.${operation}.name` : `${route}.${word}`);
}
