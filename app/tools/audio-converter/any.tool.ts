import Music from 'lucide-react/icons/music';
import { audio, defineTool } from '../manifest.ts';

export const convertAudioTool = defineTool({
  route: 'audio_converter',
  group: 'sound',
  icon: Music,
  operation: 'convert-audio',
  opens: [{ kinds: [...audio.kinds, 'video'], multiple: true }],
  samples: ['/samples/sample.wav'],
});
