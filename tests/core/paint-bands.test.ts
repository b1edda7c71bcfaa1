import { platform } from '../inline-platform.ts';
import { describePaintBands } from './paint-bands.contract.ts';

describePaintBands('in Node', platform.canvases, platform.fonts);
