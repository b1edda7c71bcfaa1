import { type ListedScreen, operationOf } from './screens.ts';

/** Returns a screen's translation, or its operation's name. Typed template keys would slow the compiler by minutes. */
export function screenWord(
  t: unknown,
  route: ListedScreen['route'] | 'home',
  word: 'name' | 'summary' | 'keywords',
): string {
  const operation = word === 'name' && operationOf(route);
  return (t as (key: string) => string)(operation ? `core:operations.${operation}.name` : `${route}.${word}`);
}
