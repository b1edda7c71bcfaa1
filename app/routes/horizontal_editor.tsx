import { TextPageEditor } from '../tools/text-page/TextPageEditor.tsx';
import { horizontalPage } from '../tools/text-page/text-page-kind.ts';

export default function HorizontalEditor() {
  return <TextPageEditor kind={horizontalPage} />;
}
