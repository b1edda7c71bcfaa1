import Crop from 'lucide-react/icons/crop';
import { BY_RECIPES, defineTool, images, SAMPLE_IMAGE } from '../manifest.ts';

export const cropTool = defineTool({
  route: 'cropper',
  group: 'image',
  icon: Crop,
  operation: 'crop',
  opens: [images],
  samples: [SAMPLE_IMAGE],
  isImageTool: true,
  // The dial sets an angle. Rotations by 90° and flips are buttons without settings.
  alsoEditsStep: ({ operation, params = {} }) =>
    operation === 'rotate' && Boolean(params.angle) && !params.turn && (params.flip ?? 'none') === 'none',
  editsStep: 'waiting',
  quickStart: 2,
  keyHints: ['cropper.selectionKeys'],
  setElsewhere: {
    crop: {
      ratio: 'by the aspect ratio that the selection keeps',
      positionX: 'on the stage',
      positionY: 'on the stage',
      left: BY_RECIPES,
      top: BY_RECIPES,
      right: BY_RECIPES,
      bottom: BY_RECIPES,
    },
    trim: { color: BY_RECIPES },
  },
});
