import { defineOperation } from '../operation.ts';
import { parameters } from '../parameters/fields.ts';
import { checkFilm, filmExtensions, filmFields } from '../text/animation/formats.ts';
import { writeVertical } from './write-vertical.ts';

/** Films a text in columns from right to left, and its author, as they appear one character after another. */
export const animateVertical = defineOperation({
  id: 'animate-vertical',
  animates: writeVertical.id,
  inputs: writeVertical.inputs,
  params: parameters({ ...writeVertical.params, ...filmFields }),
  output: 'file',
  extensions: filmExtensions,
  check: (params) => {
    writeVertical.check?.(params);
    checkFilm(params);
  },
  run: async (inputs, { width, height, background, format, fps, ...poem }, context) => {
    const { makeFilm } = await import('../text/animation/make-animation.ts');
    return makeFilm(inputs, { width, height, background }, { kind: 'vertical', poem }, { format, fps }, context);
  },
});
