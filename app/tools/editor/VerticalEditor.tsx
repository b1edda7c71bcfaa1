import { PoemEditor } from '../poem_editor/PoemEditor.tsx';
import { verticalPoem } from '../poem_editor/poem-kind.ts';

/** A short poem and its author in Japanese columns. */
export function VerticalEditor() {
  return <PoemEditor kind={verticalPoem} />;
}
