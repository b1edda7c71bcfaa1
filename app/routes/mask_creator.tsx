import { MaskCreator } from '../features/mask/MaskCreator.tsx';

export default MaskCreator;
