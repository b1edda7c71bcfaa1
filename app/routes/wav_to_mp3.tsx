import { wavToMp3Conversion } from '../tools/sound-converter/conversions.ts';
import { SoundConverter } from '../tools/sound-converter/SoundConverter.tsx';

export default function WavToMp3() {
  return <SoundConverter conversion={wavToMp3Conversion} />;
}
