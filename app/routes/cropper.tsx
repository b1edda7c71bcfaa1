import { Cropper } from '../tools/cropper/Cropper.tsx';

export default Cropper;
