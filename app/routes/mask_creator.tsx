import { MaskCreator } from '../tools/mask/MaskCreator.tsx';

export default MaskCreator;
