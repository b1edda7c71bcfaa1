import { Scaler } from '../tools/scaler/Scaler.tsx';

export default Scaler;
