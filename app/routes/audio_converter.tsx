import { AudioConverterScreen } from '../tools/audio-converter/AudioConverterScreen.tsx';
import { anyConversion } from '../tools/audio-converter/conversions.ts';

export default function AudioConverter() {
  return <AudioConverterScreen conversion={anyConversion} />;
}
