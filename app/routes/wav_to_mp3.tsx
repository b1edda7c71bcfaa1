import { AudioConverterScreen } from '../tools/audio-converter/AudioConverterScreen.tsx';
import { wavToMp3Conversion } from '../tools/audio-converter/conversions.ts';

export default function WavToMp3() {
  return <AudioConverterScreen conversion={wavToMp3Conversion} />;
}
