import TextAlignStart from 'lucide-react/icons/text-align-start';
import { defineTool } from '../manifest.ts';
import { ANIMATION, MAIN_TEXT, TEXT_EDITOR, TEXT_PAGE } from './shared.tool.ts';

export const horizontalTool = defineTool({
  ...TEXT_EDITOR,
  route: 'horizontal_editor',
  icon: TextAlignStart,
  operation: 'write-horizontal',
  setElsewhere: {
    'write-horizontal': TEXT_PAGE,
    'write-horizontal.style.main': MAIN_TEXT,
    'animate-horizontal': ANIMATION,
  },
});
