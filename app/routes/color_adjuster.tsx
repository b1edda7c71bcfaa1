import { ColorAdjuster } from '../tools/color/ColorAdjuster.tsx';

export default ColorAdjuster;
