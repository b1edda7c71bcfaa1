import { MAX_VIDEO_SECONDS } from '../base/limits.ts';
import { defineOperation } from '../operation.ts';
import { number, parameters } from '../parameters/fields.ts';

/** Returns the frame of a video that the player shows at a time. */
export const extractFrame = defineOperation({
  id: 'extract-frame',
  inputs: { video: 'video' },
  params: parameters({
    at: number({
      min: 0,
      max: MAX_VIDEO_SECONDS,
      fractionDigits: 3,
      integerDigits: 6,
      unit: 'seconds',
      required: true,
    }),
  }),
  output: 'image',
  run: async ({ video }, params, context) =>
    (await import('../video/extract-frame.ts')).extractFrame(video, params, context),
});
