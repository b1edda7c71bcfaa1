import { AdvancedTextEditor } from '../tools/text-boxes/AdvancedTextEditor.tsx';

export default AdvancedTextEditor;
