import { ShapeEditor } from '../tools/shapes/ShapeEditor.tsx';

export default ShapeEditor;
