import { TextPageEditor } from '../tools/text-page/TextPageEditor.tsx';
import { verticalPage } from '../tools/text-page/text-page-kind.ts';

export default function VerticalEditor() {
  return <TextPageEditor kind={verticalPage} />;
}
