import { defineOperation } from '../operation.ts';
import { parameters } from '../parameters/fields.ts';
import { animationExtensions, animationFields, checkAnimation } from '../text/animation/formats.ts';
import { checkPage } from '../text/check-page.ts';
import { animationInputs } from '../text/writing-inputs.ts';
import { writeVertical } from './write-vertical.ts';

export const animateVertical = defineOperation({
  id: 'animate-vertical',
  animationOf: writeVertical.id,
  inputs: animationInputs,
  params: parameters({ ...writeVertical.params, ...animationFields }),
  output: 'file',
  extensions: animationExtensions,
  check: (params) => {
    checkPage(params);
    checkAnimation(params);
  },
  run: async (inputs, params, context) => {
    const { makeAnimation, splitAnimation } = await import('../text/animation/make-animation.ts');
    const { blank, page, settings } = splitAnimation(params);
    return makeAnimation(inputs, blank, { kind: 'vertical', page }, settings, context);
  },
});
