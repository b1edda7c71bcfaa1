import { createNodePlatform } from '#scripts/platform/index.ts';
import { describePaintBands } from './paint-bands.contract.ts';

const { canvases, fonts } = createNodePlatform({ threads: 0 });

describePaintBands('in Node', canvases, fonts);
