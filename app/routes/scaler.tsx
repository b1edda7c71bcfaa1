import { Scaler } from '../features/scale/Scaler.tsx';

export default Scaler;
