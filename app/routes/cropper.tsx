import { Cropper } from '../features/crop/Cropper.tsx';

export default Cropper;
