import TextInitial from 'lucide-react/icons/text-initial';
import { defineTool, pictures, SAMPLE_IMAGE } from '../manifest.ts';
import { ANIMATION, MAIN_TEXT, TEXT_PAGE } from './parameters-without-field.ts';

export const verticalTool = defineTool({
  route: 'editor',
  group: 'text',
  icon: TextInitial,
  operation: 'write-vertical',
  opens: [pictures],
  samples: [SAMPLE_IMAGE],
  isImageTool: true,
  editsStep: 'waiting',
  isDrawn: true,
  setElsewhere: {
    'write-vertical': TEXT_PAGE,
    'write-vertical.style.main': MAIN_TEXT,
    'animate-vertical': ANIMATION,
  },
});
