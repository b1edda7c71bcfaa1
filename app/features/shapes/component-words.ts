import { useDeclaredWords } from '../../parts/fields/declared-words.ts';

/** Returns a function that labels a component's setting, for example `boundingBox.label`. */
export function useComponentWords(): (path: string) => string {
  const say = useDeclaredWords();
  return (path) => say(`parameters.draw-shapes.components.${path}`);
}
