import { defineOperation } from '../operation.ts';
import { number, parameters } from '../parameters/fields.ts';
import { audioFileParameters, audioFormats } from '../video/audio-file/formats.ts';

/** Joins audio, one file after another. */
export const joinAudio = defineOperation({
  id: 'join-audio',
  inputs: { audio: { kind: 'audio', min: 2, max: 100, together: true } },
  params: parameters({
    crossfadeSec: number({
      default: 0,
      min: 0,
      max: 5,
      step: 0.1,
      fractionDigits: 1,
      integerDigits: 1,
      unit: 'seconds',
    }),
    ...audioFileParameters,
  }),
  output: 'file',
  extensions: audioFormats,
  run: async ({ audio }, params, context) =>
    (await import('../video/audio-file/join-audio.ts')).joinAudio(audio, params, context),
});
