import VenetianMask from 'lucide-react/icons/venetian-mask';
import { defineTool, picture, SAMPLE_IMAGE, SIDES } from '../manifest.ts';

export const maskTool = defineTool({
  route: 'mask_creator',
  group: 'image',
  icon: VenetianMask,
  operation: 'make-mask',
  opens: [picture],
  samples: [SAMPLE_IMAGE],
  hasSourceLine: true,
  keyHints: ['stage:pen.keys'],
  setElsewhere: {
    'make-mask': { ...SIDES, gray: 'with the blank mask', strokes: 'on the stage', invert: 'by a button' },
    'make-mask.strokes': { tool: 'above the stage', points: 'on the stage' },
  },
});
