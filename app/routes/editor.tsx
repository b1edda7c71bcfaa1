import { TextPageEditor } from '../features/text-page/TextPageEditor.tsx';
import { verticalPage } from '../features/text-page/text-page-kind.ts';

export default function VerticalEditor() {
  return <TextPageEditor kind={verticalPage} />;
}
