import { ShapeEditor } from '../tools/shape_editor/ShapeEditor.tsx';

export default ShapeEditor;
