import { AdvancedTextEditor } from '../tools/advanced_text_editor/AdvancedTextEditor.tsx';

export default AdvancedTextEditor;
