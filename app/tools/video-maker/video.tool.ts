import Clapperboard from 'lucide-react/icons/clapperboard';
import { defineTool, picture, SAMPLE_IMAGE, sound } from '../manifest.ts';

export const videoTool = defineTool({
  route: 'sound_to_video',
  group: 'video',
  icon: Clapperboard,
  operation: 'sound-to-video',
  opens: [sound, picture],
  samples: ['/samples/sample.mp3', SAMPLE_IMAGE],
});
