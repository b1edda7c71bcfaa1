import { ParameterError } from '../base/errors.ts';
import { formerPositions, positions } from '../geometry/positions.ts';
import { defineOperation } from '../operation.ts';
import {
  beside,
  choice,
  degrees,
  number,
  parameters,
  slider,
  text,
  toggle,
  visibleWhen,
} from '../parameters/fields.ts';

/** Longest text of a watermark, in characters. */
const MAX_LENGTH = 200;

const percent = (range: { readonly default: number; readonly max: number }) =>
  number({ ...range, min: 0, fractionDigits: 1, integerDigits: 4, unit: 'percent' });

/** @throws ParameterError unless the mark is either a text or an image */
function requireOneMark(text: string, image: unknown): void {
  if (!image && text.trim() === '')
    throw new ParameterError('text', { problem: 'oneOf', alternatives: ['text', 'image'] }, undefined);
  if (image && text !== '') throw new ParameterError('text', { problem: 'exclusive', alternatives: ['image'] }, text);
}

/** Writes a text or a logo over the whole image, or once at one of nine positions. */
export const watermark = defineOperation({
  id: 'watermark',
  inputs: { base: 'image', image: { kind: 'image', optional: true } },
  params: parameters({
    text: text({ maxLength: MAX_LENGTH }),
    tile: toggle({ default: true }),
    gap: visibleWhen({ tile: [true] }, percent({ default: 10, max: 1000 })),
    angle: visibleWhen({ tile: [true] }, beside(degrees({ default: -30 }))),
    anchor: visibleWhen(
      { tile: [false] },
      choice({ options: positions, formerOptions: formerPositions, default: 'bottom-right' }),
    ),
    margin: visibleWhen({ tile: [false] }, percent({ default: 3, max: 50 })),
    size: slider({ default: 100, min: 20, max: 500, step: 5, fractionDigits: 0, integerDigits: 3, unit: 'percent' }),
    opacity: slider({ default: 0.5, min: 0, max: 1, step: 0.01, fractionDigits: 2, integerDigits: 1 }),
  }),
  output: 'image',
  perFrame: true,
  checkInputs: ({ text }, { image }) => requireOneMark(text, image),
  run: async ({ base, image }, params, context) => {
    requireOneMark(params.text, image);
    return (await import('../text/watermark.ts')).addWatermark(base, image, params, context);
  },
});
