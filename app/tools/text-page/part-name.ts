import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import type { PagePart } from './text-page.ts';
import type { TextPageKind } from './text-page-kind.ts';

export function usePartName({ operation }: TextPageKind): (part: PagePart) => string {
  const translate = useDeclaredWords();
  return (part) => translate(`parameters.${operation.id}.${part === 'main' ? 'text' : 'author'}`);
}
