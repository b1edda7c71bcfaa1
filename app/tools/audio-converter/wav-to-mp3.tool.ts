import FileMusic from 'lucide-react/icons/file-music';
import { defineTool } from '../manifest.ts';

export const wavToMp3Tool = defineTool({
  route: 'wav_to_mp3',
  group: 'sound',
  icon: FileMusic,
  operation: 'wav-to-mp3',
  opens: [{ kinds: ['wav'], multiple: true }],
  samples: ['/samples/sample.wav'],
});
