import { ColorAdjuster } from '../features/color/ColorAdjuster.tsx';

export default ColorAdjuster;
