import { ParameterError } from '../../base/errors.ts';
import { beside, number, type ValuesOf } from '../../parameters/fields.ts';
import { roundToDigits } from '../../parameters/parse.ts';

const second = number({
  min: 0,
  max: 604_800,
  step: 0.01,
  fractionDigits: 3,
  integerDigits: 6,
  unit: 'seconds',
});

/** Part of audio in seconds; without values, from the start and to the end. */
export const audioPartParameters = { from: second, to: beside(second) };

/** Requires the end of a part after its start. Throws ParameterError. */
export function checkAudioPart({ from = 0, to }: AudioPart): void {
  const min = roundToDigits(from + 0.001, 3);
  if (to !== undefined && to < min) throw new ParameterError('to', { min }, to);
}

export type AudioPart = Readonly<Partial<ValuesOf<typeof audioPartParameters>>>;
