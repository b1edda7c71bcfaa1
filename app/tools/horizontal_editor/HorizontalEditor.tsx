import { PoemEditor } from '../poem_editor/PoemEditor.tsx';
import { horizontalPoem } from '../poem_editor/poem-kind.ts';

/** A text and its author in lines. */
export function HorizontalEditor() {
  return <PoemEditor kind={horizontalPoem} />;
}
