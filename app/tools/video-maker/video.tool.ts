import Clapperboard from 'lucide-react/icons/clapperboard';
import { audio, CAPTION_STYLE, captions, defineTool, image, SAMPLE_IMAGE } from '../manifest.ts';

export const videoTool = defineTool({
  route: 'sound_to_video',
  group: 'video',
  icon: Clapperboard,
  operation: 'sound-to-video',
  opens: [audio, image, captions],
  setElsewhere: { 'sound-to-video': { captionStyle: CAPTION_STYLE } },
  samples: ['/samples/sample.mp3', SAMPLE_IMAGE],
});
