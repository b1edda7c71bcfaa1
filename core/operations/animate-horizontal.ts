import { defineOperation } from '../operation.ts';
import { parameters } from '../parameters/fields.ts';
import { animationExtensions, animationFields, checkAnimation, checkCaptioned } from '../text/animation/formats.ts';
import { captionExtras } from '../text/captions/caption-extras.ts';
import { captionInputs, captionParameters } from '../text/captions/caption-style.ts';
import { checkPage } from '../text/check-page.ts';
import { animationInputs } from '../text/writing-inputs.ts';
import { writeHorizontal } from './write-horizontal.ts';

export const animateHorizontal = defineOperation({
  id: 'animate-horizontal',
  animationOf: writeHorizontal.id,
  inputs: { ...animationInputs, captions: captionInputs.captions },
  params: parameters({ ...writeHorizontal.params, ...animationFields, ...captionParameters }),
  output: 'file',
  extensions: animationExtensions,
  check: (params) => {
    checkPage(params);
    checkAnimation(params);
  },
  run: async (inputs, params, context) => {
    const { makeAnimation, splitAnimation } = await import('../text/animation/make-animation.ts');
    const { blank, page, settings } = splitAnimation(params);
    if (inputs.captions) checkCaptioned(params);
    const extras = await captionExtras(inputs, params, context);
    return makeAnimation({ ...inputs, extras }, blank, { kind: 'horizontal', page }, settings, context);
  },
});
