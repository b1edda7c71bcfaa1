import { beside, choice, number, toggle, visibleWhen } from '../../parameters/fields.ts';

const fade = number({ default: 0, min: 0, max: 60, step: 0.1, fractionDigits: 1, integerDigits: 2, unit: 'seconds' });

/** Target loudnesses in LUFS: of most streaming services, of podcasts, of ReplayGain 2 and of EBU R 128. */
const loudnesses = ['off', '-14', '-16', '-18', '-23'] as const;

/** Edits of audio, applied in this order: silence at both ends, fades, then loudness or volume. */
export const audioEditParameters = {
  trimSilence: toggle({ default: false }),
  fadeInSec: fade,
  fadeOutSec: beside(fade),
  loudness: choice({ options: loudnesses, default: 'off' }),
  volumeDb: visibleWhen(
    { loudness: ['off'] },
    number({ default: 0, min: -60, max: 30, step: 0.1, fractionDigits: 1, integerDigits: 2, unit: 'decibels' }),
  ),
};
