import { Scaler } from '../tools/scale/Scaler.tsx';

export default Scaler;
