import { wavToMp3Conversion } from '../sound_converter/conversions.ts';
import { SoundConverter } from '../sound_converter/SoundConverter.tsx';

export function WavToMp3() {
  return <SoundConverter conversion={wavToMp3Conversion} />;
}
