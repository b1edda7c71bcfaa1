import { ColorAdjuster } from '../tools/color_adjuster/ColorAdjuster.tsx';

export default ColorAdjuster;
