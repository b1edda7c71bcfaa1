import Droplet from 'lucide-react/icons/droplet';
import { defineTool, pictures, SAMPLE_IMAGE } from '../manifest.ts';

export const blurTool = defineTool({
  route: 'blur_sharpen',
  group: 'image',
  icon: Droplet,
  operation: 'blur-sharpen',
  alsoEdits: ['redact'],
  opens: [pictures],
  samples: [SAMPLE_IMAGE],
  isImageTool: true,
  editsStep: 'waiting',
  hasSourceLine: true,
});
