import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { defineTool, images, SAMPLE_IMAGE } from '../manifest.ts';

export const colorTool = defineTool({
  route: 'color_adjuster',
  group: 'image',
  icon: SlidersHorizontal,
  operation: 'adjust-color',
  opens: [images],
  samples: [SAMPLE_IMAGE],
  isImageTool: true,
  editsStep: 'live',
  quickStart: 3,
});
