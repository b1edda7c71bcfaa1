import { useDeclaredWords } from '../../parts/fields/declared-words.ts';
import type { PoemPart } from './poem.ts';
import type { PoemKind } from './poem-kind.ts';

/** What a part is called: its tab, its field and its panel. */
export function usePartName({ operation }: PoemKind): (part: PoemPart) => string {
  const say = useDeclaredWords();
  return (part) => say(`parameters.${operation.id}.${part === 'main' ? 'text' : 'author'}`);
}
