import AudioLines from 'lucide-react/icons/audio-lines';
import { defineTool } from '../manifest.ts';

export const mp3ToWavTool = defineTool({
  route: 'mp3_to_wav',
  group: 'sound',
  icon: AudioLines,
  operation: 'mp3-to-wav',
  opens: [{ kinds: ['mp3'], multiple: true }],
  samples: ['/samples/sample.mp3'],
});
