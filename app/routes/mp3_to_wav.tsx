import { mp3ToWavConversion } from '../tools/sound-converter/conversions.ts';
import { SoundConverter } from '../tools/sound-converter/SoundConverter.tsx';

export default function Mp3ToWav() {
  return <SoundConverter conversion={mp3ToWavConversion} />;
}
