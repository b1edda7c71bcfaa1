import { PoemEditor } from '../features/text-page/PoemEditor.tsx';
import { verticalPoem } from '../features/text-page/poem-kind.ts';

/** A short poem and its author in Japanese columns. */
export default function VerticalEditor() {
  return <PoemEditor kind={verticalPoem} />;
}
