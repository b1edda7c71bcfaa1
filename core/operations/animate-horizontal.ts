import { defineOperation } from '../operation.ts';
import { parameters } from '../parameters/fields.ts';
import { checkFilm, filmExtensions, filmFields } from '../text/animation/formats.ts';
import { writeHorizontal } from './write-horizontal.ts';

/** Films a text in lines, and its author below it, as they appear one character after another. */
export const animateHorizontal = defineOperation({
  id: 'animate-horizontal',
  animates: writeHorizontal.id,
  inputs: writeHorizontal.inputs,
  params: parameters({ ...writeHorizontal.params, ...filmFields }),
  output: 'file',
  extensions: filmExtensions,
  check: (params) => {
    writeHorizontal.check?.(params);
    checkFilm(params);
  },
  run: async (inputs, { width, height, background, format, fps, ...poem }, context) => {
    const { makeFilm } = await import('../text/animation/make-animation.ts');
    return makeFilm(inputs, { width, height, background }, { kind: 'horizontal', poem }, { format, fps }, context);
  },
});
