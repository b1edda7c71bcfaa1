import { TextPageEditor } from '../features/text-page/TextPageEditor.tsx';
import { horizontalPage } from '../features/text-page/text-page-kind.ts';

export default function HorizontalEditor() {
  return <TextPageEditor kind={horizontalPage} />;
}
