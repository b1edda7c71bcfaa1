import EighthNotes from 'lucide-react/icons/eighth-notes';
import { audio, defineTool } from '../manifest.ts';

export const convertAudioTool = defineTool({
  route: 'audio_converter',
  group: 'sound',
  icon: EighthNotes,
  operation: 'convert-audio',
  opens: [{ kinds: [...audio.kinds, 'video'], multiple: true }],
  samples: ['/samples/sample.wav'],
});
