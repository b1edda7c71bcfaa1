import { imageExtensions } from '../image/formats/input-extensions.ts';
import { checkColor } from '../image/pad/fields.ts';
import { defineOperation } from '../operation.ts';
import { beside, choice, list, number, parameters, pixels, text, visibleWhen } from '../parameters/fields.ts';

const MAX_IMAGES = 500;

/** At most a minute, and at least 20 ms, because browsers replace shorter delays of a GIF by 100 ms. */
const delay = { min: 20, max: 60_000, fractionDigits: 0, integerDigits: 5, unit: 'milliseconds' } as const;

/** Makes an animation whose frames are images. */
export const animateImages = defineOperation({
  id: 'animate-images',
  inputs: { images: { kind: 'file', min: 2, max: MAX_IMAGES, together: true, extensions: imageExtensions } },
  params: parameters({
    format: choice({ options: ['gif', 'webp', 'png', 'mp4'], default: 'gif' }),
    delay: number({ ...delay, default: 500, step: 10 }),
    /** Delay of each image, in order. */
    delays: list({ item: number({ ...delay, required: true }), maxItems: MAX_IMAGES }),
    /** Number of times that the animation plays; 0 repeats forever. */
    loop: beside(
      visibleWhen(
        { format: ['gif', 'webp', 'png'] },
        number({ default: 0, min: 0, max: 65_535, fractionDigits: 0, integerDigits: 5 }),
      ),
    ),
    /** Width of the animation in pixels; by default, the width of the first image. The height follows the first image. */
    width: pixels({ min: 1, max: 10_000 }),
    /** How images with another aspect ratio than the first fill the frame. */
    fit: beside(choice({ options: ['contain', 'cover'], default: 'contain' })),
    background: visibleWhen(
      { fit: ['contain'] },
      text({ default: 'transparent', maxLength: 11, among: { options: ['transparent'], prefix: '#' } }),
    ),
  }),
  output: 'file',
  extensions: ['gif', 'webp', 'png', 'mp4'],
  check: ({ background }) => checkColor('background', background),
  run: async ({ images }, params, context) =>
    (await import('../video/animate-images.ts')).animateImages(images, params, context),
});
