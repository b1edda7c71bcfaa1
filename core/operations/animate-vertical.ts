import { defineOperation } from '../operation.ts';
import { parameters } from '../parameters/fields.ts';
import { animationExtensions, animationFields, checkAnimation } from '../text/animation/formats.ts';
import { writeVertical } from './write-vertical.ts';

export const animateVertical = defineOperation({
  id: 'animate-vertical',
  animationOf: writeVertical.id,
  inputs: { ...writeVertical.inputs, audio: { kind: 'audio', optional: true } },
  params: parameters({ ...writeVertical.params, ...animationFields }),
  output: 'file',
  extensions: animationExtensions,
  check: (params) => {
    writeVertical.check?.(params);
    checkAnimation(params);
  },
  run: async (
    inputs,
    { width, height, background, format, frameRate, durationSec, pauseSec, reveal, matchAudio, ...page },
    context,
  ) => {
    const { makeAnimation } = await import('../text/animation/make-animation.ts');
    const settings = { format, frameRate, durationSec, pauseSec, reveal, matchAudio };
    return makeAnimation(inputs, { width, height, background }, { kind: 'vertical', page }, settings, context);
  },
});
