import TextInitial from 'lucide-react/icons/text-initial';
import { defineTool } from '../manifest.ts';
import { ANIMATION, MAIN_TEXT, TEXT_EDITOR, TEXT_PAGE } from './shared.tool.ts';

export const verticalTool = defineTool({
  ...TEXT_EDITOR,
  route: 'editor',
  icon: TextInitial,
  operation: 'write-vertical',
  setElsewhere: {
    'write-vertical': TEXT_PAGE,
    'write-vertical.style.main': MAIN_TEXT,
    'animate-vertical': ANIMATION,
  },
});
