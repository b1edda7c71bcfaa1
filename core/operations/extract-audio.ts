import { defineOperation } from '../operation.ts';
import { parameters } from '../parameters/fields.ts';
import { audioFileParameters, audioFormats } from '../video/audio-file/formats.ts';
import { audioPartParameters, checkAudioPart } from '../video/audio-file/part.ts';

/** Writes the audio of a video to a file. */
export const extractAudio = defineOperation({
  id: 'extract-audio',
  inputs: { video: 'video' },
  params: parameters({ ...audioFileParameters, ...audioPartParameters }),
  output: 'file',
  extensions: audioFormats,
  check: checkAudioPart,
  run: async ({ video }, params, context) =>
    (await import('../video/audio-file/convert-audio.ts')).convertAudio(video, params, context),
});
