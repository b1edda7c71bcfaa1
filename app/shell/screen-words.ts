import { type ListedScreen, operationOf } from './screens.ts';

/**
 * Returns the translation of a screen by route, or the name of its operation. Template keys would slow the compiler by
 * minutes; `ScreenWords` guarantees complete tables.
 */
export function screenWord(
  t: unknown,
  route: ListedScreen['route'] | 'home',
  word: 'name' | 'summary' | 'keywords',
): string {
  const operation = word === 'name' && operationOf(route);
  return (t as (key: string) => string)(operation ? `core:operations.${operation}.name` : `${route}.${word}`);
}
