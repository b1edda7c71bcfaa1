import { HorizontalEditor } from '../tools/horizontal_editor/HorizontalEditor.tsx';

export default HorizontalEditor;
