import { AdvancedTextEditor } from '../features/text-boxes/AdvancedTextEditor.tsx';

export default AdvancedTextEditor;
