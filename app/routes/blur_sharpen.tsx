import { BlurSharpen } from '../tools/blur/BlurSharpen.tsx';

export default BlurSharpen;
