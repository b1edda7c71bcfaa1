import { ShapeEditor } from '../features/shapes/ShapeEditor.tsx';

export default ShapeEditor;
