import { wavToMp3Conversion } from '../features/sound-converter/conversions.ts';
import { SoundConverter } from '../features/sound-converter/SoundConverter.tsx';

export default function WavToMp3() {
  return <SoundConverter conversion={wavToMp3Conversion} />;
}
