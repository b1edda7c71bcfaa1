import Clapperboard from 'lucide-react/icons/clapperboard';
import { audio, defineTool, image, SAMPLE_IMAGE } from '../manifest.ts';

export const videoTool = defineTool({
  route: 'sound_to_video',
  group: 'video',
  icon: Clapperboard,
  operation: 'sound-to-video',
  opens: [audio, image],
  samples: ['/samples/sample.mp3', SAMPLE_IMAGE],
});
