import Droplet from 'lucide-react/icons/droplet';
import { defineTool, images, SAMPLE_IMAGE } from '../manifest.ts';

export const blurTool = defineTool({
  route: 'blur_sharpen',
  group: 'image',
  icon: Droplet,
  operation: 'blur-sharpen',
  alsoEdits: ['redact'],
  opens: [images],
  samples: [SAMPLE_IMAGE],
  isImageTool: true,
  editsStep: 'waiting',
});
