import { PoemEditor } from '../features/text-page/PoemEditor.tsx';
import { horizontalPoem } from '../features/text-page/poem-kind.ts';

/** A text and its author in lines. */
export default function HorizontalEditor() {
  return <PoemEditor kind={horizontalPoem} />;
}
