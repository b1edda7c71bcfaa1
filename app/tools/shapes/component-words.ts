import { useDeclaredWords } from '../../ui/fields/declared-words.ts';

/** Returns a function that returns the label of a shape's setting by path, for example `boundingBox.label`. */
export function useComponentWords(): (path: string) => string {
  const translate = useDeclaredWords();
  return (path) => translate(`parameters.draw-shapes.components.${path}`);
}
