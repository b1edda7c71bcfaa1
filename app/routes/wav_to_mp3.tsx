import { WavToMp3 } from '../tools/wav_to_mp3/WavToMp3.tsx';

export default WavToMp3;
