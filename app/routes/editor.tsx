import { VerticalEditor } from '../tools/editor/VerticalEditor.tsx';

export default VerticalEditor;
