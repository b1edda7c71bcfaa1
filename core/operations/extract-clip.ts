import { ParameterError } from '../base/errors.ts';
import { MAX_VIDEO_SECONDS } from '../base/limits.ts';
import { defineOperation } from '../operation.ts';
import { beside, choice, number, parameters, pixels, visibleWhen } from '../parameters/fields.ts';
import { roundToDigits } from '../parameters/parse.ts';
import { clipFormats, MAX_ANIMATED_CLIP_SECONDS } from '../video/clip/formats.ts';

const time = number({
  min: 0,
  max: MAX_VIDEO_SECONDS,
  fractionDigits: 3,
  integerDigits: 6,
  unit: 'seconds',
  required: true,
});

const animated = { format: ['gif', 'webp'] } as const;

/** Cuts a part out of a video: as MP4, without re-encoding if the cut falls on key frames, or as an animation. */
export const extractClip = defineOperation({
  id: 'extract-clip',
  inputs: { video: 'video' },
  params: parameters({
    from: time,
    to: beside(time),
    format: choice({ options: clipFormats, default: 'mp4' }),
    /** Width of the animation in pixels; never larger than the video. */
    width: visibleWhen(animated, pixels({ default: 480, min: 1, max: 1920 })),
    frameRate: beside(
      visibleWhen(animated, number({ default: 12, min: 1, max: 30, fractionDigits: 0, integerDigits: 2, unit: 'fps' })),
    ),
  }),
  output: 'file',
  extensions: clipFormats,
  check: ({ from, to, format }) => {
    const min = roundToDigits(from + 0.001, 3);
    if (to < min) throw new ParameterError('to', { min }, to);
    if (format !== 'mp4' && to - from > MAX_ANIMATED_CLIP_SECONDS)
      throw new ParameterError('to', { min, max: roundToDigits(from + MAX_ANIMATED_CLIP_SECONDS, 3) }, to);
  },
  run: async ({ video }, params, context) =>
    (await import('../video/extract-clip.ts')).extractClip(video, params, context),
});
