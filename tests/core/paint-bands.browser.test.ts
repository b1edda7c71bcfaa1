import { browserCanvases } from '#app/platform/canvases.ts';
import { browserFonts } from '#app/platform/fonts.ts';
import { describePaintBands } from './paint-bands.contract.ts';

describePaintBands('in a browser', browserCanvases, browserFonts);
