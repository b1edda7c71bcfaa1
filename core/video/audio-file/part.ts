import { number, type ValuesOf } from '../../parameters/fields.ts';

const second = number({
  min: 0,
  max: 604_800,
  step: 0.01,
  fractionDigits: 3,
  integerDigits: 6,
  unit: 'seconds',
});

/** Part of audio in seconds; without values, from the start and to the end. */
export const audioPartParameters = { from: second, to: second };

export type AudioPart = Readonly<Partial<ValuesOf<typeof audioPartParameters>>>;
