import Layers from 'lucide-react/icons/layers';
import { defineTool, images, SAMPLE_IMAGE } from '../manifest.ts';

export const layerTool = defineTool({
  route: 'layer',
  group: 'image',
  icon: Layers,
  operation: 'layer',
  opens: [images],
  samples: [SAMPLE_IMAGE, '/samples/blossoms.png'],
  setElsewhere: { layer: { view: 'above the stage' } },
});
