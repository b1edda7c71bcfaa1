import { pcmDepths } from '../audio/dsp/quantize.ts';
import { defineOperation } from '../operation.ts';
import { choice, parameters } from '../parameters/fields.ts';

export const mp3ToWav = defineOperation({
  id: 'mp3-to-wav',
  inputs: { audio: { kind: 'audio', extensions: ['mp3'] } },
  params: parameters({ bitDepth: choice({ options: pcmDepths, default: '16' }) }),
  output: 'file',
  extensions: ['wav'],
  run: async ({ audio }, params, context) =>
    (await import('../audio/mp3-to-wav.ts')).convertMp3ToWav(audio, params, context),
});
