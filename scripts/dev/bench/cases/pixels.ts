import type { Raster } from '#core/base/raster.ts';
import { adjustColor } from '#core/image/adjust-color.ts';
import { blurSharpen } from '#core/image/blur-sharpen.ts';
import { composeLayers } from '#core/image/layer.ts';
import { makeMask } from '#core/image/make-mask.ts';
import { pad } from '#core/image/pad/pad.ts';
import { rotate } from '#core/image/rotate/rotate.ts';
import type { Peer } from '../case.ts';
import { defineCase } from '../case.ts';
import { cutOutPhoto, photo } from '../photos.ts';

/** Image size of every case. All cases read from memory and write to memory. */
const SIZE = '24 MP';

const inSharp = ({ data, width, height }: Raster, sharp: Peer<'sharp'>) =>
  sharp(data, { raw: { width, height, channels: 4 } });

const discard = async (work: unknown): Promise<undefined> => {
  await work;
  return undefined;
};

const adjustment = { saturation: 0.3, brightness: 0.1, hue: 0.2, contrast: -0.2 };

const adjustCases = [
  defineCase({
    name: `adjust-color by all four sliders, ${SIZE}, sharp by recomb`,
    setUp: async () => photo(SIZE),
    ours: (image, platform) => discard(adjustColor(image, adjustment, { platform })),
    peers: {
      sharp: (image, sharp) =>
        discard(
          inSharp(image, sharp)
            .recomb([
              [1.1, 0.2, -0.3, 0],
              [-0.1, 1, 0.1, 0],
              [0.2, -0.3, 1.1, 0],
              [0, 0, 0, 1],
            ])
            .raw()
            .toBuffer(),
        ),
    },
  }),
  defineCase({
    name: `adjust-color by hue and saturation, ${SIZE}, sharp by modulate`,
    setUp: async () => photo(SIZE),
    ours: (image, platform) =>
      discard(adjustColor(image, { saturation: 0.3, brightness: 0, hue: 0.2, contrast: 0 }, { platform })),
    peers: {
      sharp: (image, sharp) => discard(inSharp(image, sharp).modulate({ saturation: 1.3, hue: 36 }).raw().toBuffer()),
    },
  }),
];

const blurCases = [1, 2.5, 5].map((sigma) =>
  defineCase({
    name: `blur-sharpen, Gaussian σ ${sigma}, ${SIZE}`,
    setUp: async () => photo(SIZE),
    ours: (image, platform) => discard(blurSharpen(image, { sharpness: -sigma / 5 }, { platform })),
    peers: {
      sharp: (image, sharp) => discard(inSharp(image, sharp).blur(sigma).raw().toBuffer()),
    },
  }),
);

const sharpenCase = defineCase({
  name: `blur-sharpen, sharpening, ${SIZE}, sharp by convolve`,
  setUp: async () => photo(SIZE),
  ours: (image, platform) => discard(blurSharpen(image, { sharpness: 0.4 }, { platform })),
  peers: {
    sharp: (image, sharp) =>
      discard(
        inSharp(image, sharp)
          .convolve({ width: 3, height: 3, kernel: [0, -1, 0, -1, 5, -1, 0, -1, 0] })
          .raw()
          .toBuffer(),
      ),
  },
});

const UNTURNED = { turn: 0, flip: 'none', angle: 0, ratio: '', keepCorners: false, background: '#00000000' } as const;

const rotateCases = [
  defineCase({
    name: `rotate by 90°, ${SIZE}`,
    setUp: async () => photo(SIZE),
    ours: (image, platform) => discard(rotate(image, { ...UNTURNED, turn: 90 }, { platform })),
    peers: {
      sharp: (image, sharp) => discard(inSharp(image, sharp).rotate(90).raw().toBuffer()),
    },
  }),
  defineCase({
    name: `rotate by 3° with corners, ${SIZE}, sharp bicubic by affine`,
    setUp: async () => photo(SIZE),
    ours: (image, platform) => discard(rotate(image, { ...UNTURNED, angle: 3, keepCorners: true }, { platform })),
    peers: {
      sharp: (image, sharp) => {
        const [cos, sin] = [Math.cos(Math.PI / 60), Math.sin(Math.PI / 60)];
        return discard(
          inSharp(image, sharp).affine([cos, -sin, sin, cos], { interpolator: 'bicubic' }).raw().toBuffer(),
        );
      },
    },
  }),
];

const padCase = defineCase({
  name: `pad to a square, ${SIZE}`,
  setUp: async () => photo(SIZE),
  ours: (image, platform) => {
    const side = Math.max(image.width, image.height);
    return discard(
      pad(image, { width: side, height: side, ratio: '', anchor: 'center', background: '#ffffff' }, { platform }),
    );
  },
  peers: {
    sharp: (image, sharp) => {
      const across = Math.max(0, image.height - image.width);
      const down = Math.max(0, image.width - image.height);
      const [left, top] = [across >> 1, down >> 1];
      const sides = { left, top, right: across - left, bottom: down - top };
      return discard(
        inSharp(image, sharp)
          .extend({ ...sides, background: '#ffffff' })
          .raw()
          .toBuffer(),
      );
    },
  },
});

const layerCases = (
  [
    ['normal', 'over'],
    ['multiply', 'multiply'],
  ] as const
).map(([blendMode, blend]) =>
  defineCase({
    name: `layer, ${blendMode} with alpha, ${SIZE} over ${SIZE}`,
    setUp: async () => ({ top: cutOutPhoto(SIZE), bottom: photo(SIZE) }),
    ours: (layers, platform) =>
      discard(composeLayers(layers, { blendMode, view: 'combined', offsetX: 0, offsetY: 0 }, { platform })),
    peers: {
      sharp: ({ top: { data, width, height }, bottom }, sharp) => {
        const over = { input: Buffer.from(data.buffer), raw: { width, height, channels: 4 as const }, blend };
        return discard(inSharp(bottom, sharp).composite([over]).raw().toBuffer());
      },
    },
  }),
);

const maskCase = defineCase({
  name: `make-mask from an image, ${SIZE}, peers by grayscale`,
  setUp: async () => photo(SIZE),
  ours: (image, platform) => discard(makeMask(image, { gray: 0, strokes: [], invert: false }, { platform })),
  peers: {
    sharp: (image, sharp) => discard(inSharp(image, sharp).grayscale().raw().toBuffer()),
  },
});

const SUBJECT_SIZE = '12 MP';

/** Returns a photo with a subject: an ellipse with inverted colors in the middle. */
function subjectPhoto(): Raster {
  const { width, height, data } = photo(SUBJECT_SIZE);
  const result: Raster = { width, height, data: data.slice() };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (Math.hypot((4 * x) / width - 2, (4 * y) / height - 2) > 1) continue;
      const at = (y * width + x) * 4;
      for (let channel = at; channel < at + 3; channel++) result.data[channel] = 255 - (data[channel] as number);
    }
  return result;
}

const subjectCase = defineCase({
  name: `make-mask of a subject, ${SUBJECT_SIZE}`,
  setUp: async () => subjectPhoto(),
  ours: (image, platform) =>
    discard(
      makeMask(
        image,
        { gray: 0, strokes: [], invert: false, subject: { left: 0.2, top: 0.2, right: 0.8, bottom: 0.8 } },
        { platform },
      ),
    ),
  peers: {},
});

export const pixelCases = [
  ...adjustCases,
  ...rotateCases,
  padCase,
  ...blurCases,
  sharpenCase,
  ...layerCases,
  maskCase,
  subjectCase,
];
