import { mp3ToWavConversion } from '../features/sound-converter/conversions.ts';
import { SoundConverter } from '../features/sound-converter/SoundConverter.tsx';

export default function Mp3ToWav() {
  return <SoundConverter conversion={mp3ToWavConversion} />;
}
