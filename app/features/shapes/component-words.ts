import { useDeclaredWords } from '../../parts/fields/declared-words.ts';

/** The labels of a component's settings, as `boundingBox.label`. */
export function useComponentWords(): (path: string) => string {
  const say = useDeclaredWords();
  return (path) => say(`parameters.draw-shapes.components.${path}`);
}
