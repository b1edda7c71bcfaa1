import { BlurSharpen } from '../tools/blur_sharpen/BlurSharpen.tsx';

export default BlurSharpen;
