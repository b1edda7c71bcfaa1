import { MaskCreator } from '../tools/mask_creator/MaskCreator.tsx';

export default MaskCreator;
