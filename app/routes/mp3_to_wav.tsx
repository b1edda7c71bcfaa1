import { Mp3ToWav } from '../tools/mp3_to_wav/Mp3ToWav.tsx';

export default Mp3ToWav;
