import { Cropper } from '../tools/crop/Cropper.tsx';

export default Cropper;
