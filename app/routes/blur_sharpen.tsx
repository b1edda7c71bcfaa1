import { BlurSharpen } from '../features/blur/BlurSharpen.tsx';

export default BlurSharpen;
