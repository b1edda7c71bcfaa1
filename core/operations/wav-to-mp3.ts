import { defineOperation } from '../operation.ts';
import { choice, number, parameters, visibleWhen } from '../parameters/fields.ts';

/** Bitrates of MPEG-1 Layer III in kbps, except 56, which the encoders don't support. */
const BITRATES = [32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];

export const wavToMp3 = defineOperation({
  id: 'wav-to-mp3',
  inputs: { audio: { kind: 'audio', extensions: ['wav'] } },
  params: parameters({
    mode: choice({ options: ['cbr', 'vbr'], default: 'cbr' }),
    bitrate: visibleWhen(
      { mode: ['cbr'] },
      number({ default: 192, min: 32, max: 320, values: BITRATES, fractionDigits: 0, integerDigits: 3, unit: 'kbps' }),
    ),
    vbrQuality: visibleWhen(
      { mode: ['vbr'] },
      number({ default: 2, min: 0, max: 9, step: 1, fractionDigits: 0, integerDigits: 1 }),
    ),
  }),
  output: 'file',
  extensions: ['mp3'],
  run: async ({ audio }, params, context) =>
    (await import('../audio/wav-to-mp3.ts')).convertWavToMp3(audio, params, context),
});
