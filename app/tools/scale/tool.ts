import Scaling from 'lucide-react/icons/scaling';
import { BY_RECIPES, defineTool, images, SAMPLE_IMAGE } from '../manifest.ts';

export const scaleTool = defineTool({
  route: 'scaler',
  group: 'image',
  icon: Scaling,
  operation: 'scale',
  alsoEdits: ['pad'],
  opens: [images],
  samples: [SAMPLE_IMAGE],
  isImageTool: true,
  editsStep: 'waiting',
  quickStart: 1,
  setElsewhere: {
    scale: { percent: BY_RECIPES, longEdge: BY_RECIPES, withoutEnlargement: BY_RECIPES },
  },
});
