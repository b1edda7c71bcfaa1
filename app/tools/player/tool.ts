import Play from 'lucide-react/icons/play';
import { defineTool } from '../manifest.ts';

export const playerTool = defineTool({
  route: 'video_playback',
  group: 'video',
  icon: Play,
  opens: [{ kinds: ['video'] }, { kinds: ['captions'] }],
  samples: ['/samples/sample.webm'],
  outsideSidebar: true,
});
