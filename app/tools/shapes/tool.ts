import Shapes from 'lucide-react/icons/shapes';
import { BLANK_BACKGROUND, defineTool, images, SAMPLE_IMAGE } from '../manifest.ts';

export const shapesTool = defineTool({
  route: 'shape_editor',
  group: 'image',
  icon: Shapes,
  operation: 'draw-shapes',
  opens: [images],
  samples: [SAMPLE_IMAGE],
  isImageTool: true,
  editsStep: 'waiting',
  isDrawn: true,
  keyHints: ['shape_editor.createKeys', 'shape_editor.designKeys'],
  setElsewhere: {
    'draw-shapes': { components: 'in tabs', ...BLANK_BACKGROUND },
    'draw-shapes.components': { curvePoints: 'on the stage', activeCurvePointIndex: 'on the stage' },
  },
});
