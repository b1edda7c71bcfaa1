import { audioEditParameters } from '../audio/edit/parameters.ts';
import { defineOperation } from '../operation.ts';
import { parameters } from '../parameters/fields.ts';
import { audioFileParameters, audioFormats } from '../video/audio-file/formats.ts';
import { audioPartParameters, checkAudioPart } from '../video/audio-file/part.ts';

/** Converts any audio, or the audio of a video. */
export const convertAudio = defineOperation({
  id: 'convert-audio',
  inputs: { audio: 'audio' },
  params: parameters({ ...audioFileParameters, ...audioPartParameters, ...audioEditParameters }),
  output: 'file',
  extensions: audioFormats,
  check: checkAudioPart,
  run: async ({ audio }, params, context) =>
    (await import('../video/audio-file/convert-audio.ts')).convertAudio(audio, params, context),
});
