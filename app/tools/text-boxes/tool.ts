import Type from 'lucide-react/icons/type';
import { BLANK_BACKGROUND, BY_RECIPES, defineTool, images, SAMPLE_IMAGE, TEXT_OVERRIDES } from '../manifest.ts';

export const textBoxesTool = defineTool({
  route: 'advanced_text_editor',
  group: 'text',
  icon: Type,
  operation: 'write-texts',
  opens: [images],
  samples: [SAMPLE_IMAGE],
  isImageTool: true,
  editsStep: 'waiting',
  isDrawn: true,
  quickStart: 4,
  keyHints: ['advanced_text_editor.writeKeys', 'advanced_text_editor.writeEnds'],
  setElsewhere: {
    'write-texts': { texts: 'in tabs', ...TEXT_OVERRIDES, ...BLANK_BACKGROUND },
    'write-texts.texts': { text: 'in the field of the tab', boxFractions: BY_RECIPES, fontPctH: BY_RECIPES },
  },
});
