import { defineOperation } from '../operation.ts';
import { parameters } from '../parameters/fields.ts';
import { animationExtensions, animationFields, checkAnimation } from '../text/animation/formats.ts';
import { checkPage } from '../text/check-page.ts';
import { animationInputs } from '../text/writing-inputs.ts';
import { writeHorizontal } from './write-horizontal.ts';

export const animateHorizontal = defineOperation({
  id: 'animate-horizontal',
  animationOf: writeHorizontal.id,
  inputs: animationInputs,
  params: parameters({ ...writeHorizontal.params, ...animationFields }),
  output: 'file',
  extensions: animationExtensions,
  check: (params) => {
    checkPage(params);
    checkAnimation(params);
  },
  run: async (inputs, params, context) => {
    const { makeAnimation, splitAnimation } = await import('../text/animation/make-animation.ts');
    const { blank, page, settings } = splitAnimation(params);
    return makeAnimation(inputs, blank, { kind: 'horizontal', page }, settings, context);
  },
});
