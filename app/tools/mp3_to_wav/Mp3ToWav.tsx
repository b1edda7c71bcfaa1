import { mp3ToWavConversion } from '../sound_converter/conversions.ts';
import { SoundConverter } from '../sound_converter/SoundConverter.tsx';

export function Mp3ToWav() {
  return <SoundConverter conversion={mp3ToWavConversion} />;
}
