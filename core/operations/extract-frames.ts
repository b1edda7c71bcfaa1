import { MAX_ANIMATION_FRAMES } from '../base/limits.ts';
import { defineOperation } from '../operation.ts';
import { number, parameters } from '../parameters/fields.ts';

/** Returns a frame of an animation. The command writes every frame, each to its own file. */
export const extractFrames = defineOperation({
  id: 'extract-frames',
  inputs: { image: { kind: 'file', extensions: ['gif', 'webp', 'png', 'avif'] } },
  params: parameters({
    /** Number of the frame, from 1, which is the default. */
    frame: number({ min: 1, max: MAX_ANIMATION_FRAMES, fractionDigits: 0, integerDigits: 5 }),
  }),
  output: 'image',
  encoding: () => ({ format: 'png' }),
  run: async ({ image }, { frame = 1 }, context) =>
    (await import('../image/animation/extract-frames.ts')).extractFrame(image, frame, context),
});
