import { defineOperation } from '../operation.ts';
import { choice, inSection, parameters } from '../parameters/fields.ts';
import { textExtras } from '../text/captions/caption-extras.ts';
import { captionInputs, captionParameters } from '../text/captions/caption-style.ts';
import { videoParameters } from '../video/parameters.ts';
import { fitModes } from '../video/plan/fit-modes.ts';

/** Images are inputs of kind `file`, so that each image is decoded only when needed and released after scaling. */
export const soundToVideo = defineOperation({
  id: 'sound-to-video',
  inputs: {
    audio: 'audio',
    main: 'file',
    start: { kind: 'file', optional: true },
    end: { kind: 'file', optional: true },
    ...captionInputs,
  },
  params: parameters({
    ...videoParameters,
    ...captionParameters,
    ...inSection('main', { fitMain: choice({ options: fitModes, default: 'cover' }) }),
  }),
  output: 'file',
  extensions: ['mp4'],
  run: async (inputs, params, context) => {
    const extras = await textExtras(inputs, params, context);
    return (await import('../video/sound-to-video.ts')).makeAudioVideo(inputs, params, context, extras);
  },
});
