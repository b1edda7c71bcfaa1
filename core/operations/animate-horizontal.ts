import { defineOperation } from '../operation.ts';
import { parameters } from '../parameters/fields.ts';
import { animationExtensions, animationFields, checkAnimation } from '../text/animation/formats.ts';
import { writeHorizontal } from './write-horizontal.ts';

export const animateHorizontal = defineOperation({
  id: 'animate-horizontal',
  animationOf: writeHorizontal.id,
  inputs: { ...writeHorizontal.inputs, audio: { kind: 'audio', optional: true } },
  params: parameters({ ...writeHorizontal.params, ...animationFields }),
  output: 'file',
  extensions: animationExtensions,
  check: (params) => {
    writeHorizontal.check?.(params);
    checkAnimation(params);
  },
  run: async (
    inputs,
    { width, height, background, format, frameRate, durationSec, pauseSec, reveal, matchAudio, ...page },
    context,
  ) => {
    const { makeAnimation } = await import('../text/animation/make-animation.ts');
    const settings = { format, frameRate, durationSec, pauseSec, reveal, matchAudio };
    return makeAnimation(inputs, { width, height, background }, { kind: 'horizontal', page }, settings, context);
  },
});
