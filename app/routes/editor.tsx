import { TextPageEditor } from '../features/text-page/TextPageEditor.tsx';
import { verticalPage } from '../features/text-page/text-page-kind.ts';

/** A short poem and its author in Japanese columns. */
export default function VerticalEditor() {
  return <TextPageEditor kind={verticalPage} />;
}
