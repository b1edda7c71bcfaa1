import TextAlignStart from 'lucide-react/icons/text-align-start';
import { defineTool, pictures, SAMPLE_IMAGE } from '../manifest.ts';
import { ANIMATION, MAIN_TEXT, TEXT_PAGE } from './parameters-without-field.ts';

export const horizontalTool = defineTool({
  route: 'horizontal_editor',
  group: 'text',
  icon: TextAlignStart,
  operation: 'write-horizontal',
  opens: [pictures],
  samples: [SAMPLE_IMAGE],
  isImageTool: true,
  editsStep: 'waiting',
  isDrawn: true,
  setElsewhere: {
    'write-horizontal': TEXT_PAGE,
    'write-horizontal.style.main': MAIN_TEXT,
    'animate-horizontal': ANIMATION,
  },
});
