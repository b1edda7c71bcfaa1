import VenetianMask from 'lucide-react/icons/venetian-mask';
import { defineTool, image, SAMPLE_IMAGE, SIDES } from '../manifest.ts';

export const maskTool = defineTool({
  route: 'mask_creator',
  group: 'image',
  icon: VenetianMask,
  operation: 'make-mask',
  opens: [image],
  samples: [SAMPLE_IMAGE],
  keyHints: ['stage:pen.keys', 'stage:mask.selectKeys'],
  setElsewhere: {
    'make-mask': {
      ...SIDES,
      gray: 'with the blank mask',
      strokes: 'on the stage',
      invert: 'by a button',
      subject: 'on the stage',
      wand: 'on the stage',
      tolerance: 'beside the wand',
      contiguous: 'beside the wand',
      selections: 'on the stage',
      refine: 'with a selection',
      grow: 'with a selection',
      feather: 'with a selection',
    },
    'make-mask.strokes': { tool: 'above the stage', points: 'on the stage' },
  },
});
