import { type ScreenRoute, toolOf } from '../tools/catalog.ts';

/** Returns a screen's translation, or its operation's name. Typed template keys would slow the compiler by minutes. */
export function screenWord(t: unknown, route: ScreenRoute | 'home', word: 'name' | 'summary' | 'keywords'): string {
  const operation = word === 'name' && toolOf(route)?.operation;
  return (t as (key: string) => string)(operation ? `core:operations.${operation}.name` : `${route}.${word}`);
}
