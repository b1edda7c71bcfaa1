import { AudioConverterScreen } from '../tools/audio-converter/AudioConverterScreen.tsx';
import { mp3ToWavConversion } from '../tools/audio-converter/conversions.ts';

export default function Mp3ToWav() {
  return <AudioConverterScreen conversion={mp3ToWavConversion} />;
}
