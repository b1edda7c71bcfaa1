import { defineOperation } from '../operation.ts';
import { choice, inSection, list, number, parameters } from '../parameters/fields.ts';
import { textExtras } from '../text/captions/caption-extras.ts';
import { captionInputs, captionParameters } from '../text/captions/caption-style.ts';
import { videoParameters } from '../video/parameters.ts';
import { fitModes } from '../video/plan/fit-modes.ts';

const { resolution, ...others } = videoParameters;

const duration = <const Options extends object>(options: Options) =>
  number({ min: 0.1, step: 0.1, fractionDigits: 1, unit: 'seconds', ...options });

export const soundToSlideshow = defineOperation({
  id: 'sound-to-slideshow',
  inputs: {
    main: { kind: 'file', max: 20 },
    audio: 'audio',
    start: { kind: 'file', optional: true },
    end: { kind: 'file', optional: true },
    ...captionInputs,
  },
  params: parameters({
    resolution,
    ...inSection('resolution', {
      imageDurationSec: duration({ default: 2.5 }),
      // Duration of each image, by the index of the image; overrides `imageDurationSec`.
      imageDurationsSec: list({ item: duration({ required: true }), maxItems: 20 }),
      transitionSec: number({ default: 0.3, min: 0, step: 0.1, fractionDigits: 1, unit: 'seconds' }),
    }),
    ...others,
    ...captionParameters,
    ...inSection('main', {
      fitMain: choice({ options: fitModes, default: 'cover' }),
      // Fit mode of each image, by the index of the image; overrides `fitMain`.
      fitMainArray: list({ item: choice({ options: fitModes, required: true }), maxItems: 20 }),
    }),
  }),
  output: 'file',
  extensions: ['mp4'],
  run: async (inputs, params, context) => {
    const extras = await textExtras(inputs, params, context);
    return (await import('../video/sound-to-slideshow.ts')).makeSlideshow(inputs, params, context, extras);
  },
});
