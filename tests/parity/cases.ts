import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';
import { shapes } from '#core/shapes/settings.ts';
import { deepOr, firstOf, isDeep } from '../deep.ts';
import { randomRecipes } from './random-recipes.ts';

/** Folder with the images that the command made, which Vite serves to the browser test. */
export const FOLDER = '.cache/parity';

/** Returns the path of the image that the command made for a case, or for one input image `image` of a case. */
export function madeBy(name: string, image?: string): string {
  const [base, extension] = image?.split('.') ?? [];
  return base === undefined ? `${FOLDER}/${name}.png` : `${FOLDER}/${name}/${extension}/${base}.png`;
}

/** Input images of each file format, which `by-command.ts` makes with sharp. */
export const madeImages = [
  'every-alpha.png',
  'deep.png',
  'lossy-alpha.webp',
  'moving-alpha.webp',
  'moving.gif',
  'few-colors.bmp',
  'photo.jpg',
  'turned.jpg',
  'turned-baseline.jpg',
  'cmyk.jpg',
] as const;
/** An image with a subject that stands out, which the others lack. */
export const SUBJECT = 'subject.png';

/** Images for recipes other than `convert`, which decodes all of them. */
const someImages = firstOf(madeImages, 3);

/** Animations, each written in every format whose encoder is the same in page and command. */
export const movingImages = [
  'moving-alpha.webp',
  'moving.gif',
] as const satisfies readonly (typeof madeImages)[number][];
export const movingFormats = ['gif', 'webp', 'png'] as const;
export const movingSteps: Recipe = [
  { operation: 'crop', params: { topX: 3, topY: 5, bottomX: 60, bottomY: 40 } },
  { operation: 'adjust-color', params: { saturation: 0.4 } },
];

/** HEIC input images, copied from `tests/core/heics/`. */
export const heicImages = ['color.heic', 'alpha.heic', 'ten-bits.heic', 'odd-size.heic'] as const;

/** TIFF input images, copied from `tests/core/tiffs/`. */
export const tiffImages = ['fax3-2d.tif', 'planar.tif', 'jpeg-ycbcr.tif', 'jpeg-rgb.tif'] as const;

/** File name of the font that represents a visitor's own font. */
export const OWN_FONT = 'own.woff2';

/** A recipe and its input images, which are missing if the recipe itself generates an image. */
export interface ParityCase {
  readonly recipe: Recipe;
  readonly images?: readonly string[];
  /** Maximum difference between page and command for an image of `inexactImages`, in 8-bit levels; 1 by default. */
  readonly apart?: number;
}

/**
 * Cases whose decoders differ by one step. For CMYK without a profile (c·k / 255), Chromium's decoder drops the
 * fraction and Skia's rounds. An operation may amplify the difference.
 */
export const inexactImages: readonly string[] = ['cmyk.jpg'];

const curvePoints = [
  { x: 20, y: 70 },
  { x: 40, y: 15 },
  { x: 60, y: 60, sharp: true },
  { x: 90, y: 30 },
  { x: 85, y: 70, connected: false },
  { x: 60, y: 80 },
];

/** Returns a shape with common settings: rotated, translucent, with a border and copies. */
const usedShape = (shape: string) => ({
  shape,
  boundingBox: { left: 20, top: 12, right: 90, bottom: 72 },
  startPoint: { x: 20, y: 12 },
  endPoint: { x: 90, y: 72 },
  curvePoints,
  rotation: 17,
  fillBox: true,
  fillColor: '#e6474ac0',
  borderColor: '#1f2a44',
  borderWidth: 4,
  borderRadius: 12,
  repeatCount: 3,
  repeatXOffset: 31,
  repeat2Count: 2,
  repeat2YOffset: 33,
});

const shapeBackground = { width: 160, height: 120, background: '#fff8e7' };

const onEveryShape = Object.fromEntries(
  shapes.map((shape): [string, ParityCase] => [
    `draw-shapes-${shape}`,
    { recipe: [{ operation: 'draw-shapes', params: { ...shapeBackground, components: [usedShape(shape)] } }] },
  ]),
);

const stroke = (settings: object, ...points: [x: number, y: number, pressure: number][]) => ({
  points: points.map(([x, y, pressure]) => ({ x, y, pressure })),
  ...settings,
});

const strokes = [
  stroke({ widthPx: 9, feather: 3 }, [4, 4, 1], [30, 40.5, 0.4], [70, 12, 0.9]),
  stroke({ tool: 'eraser', widthPx: 5 }, [0, 20, 1], [60, 20, 1]),
  stroke({ gray: 90, widthPx: 14 }, [40, 30, 1]),
];

const pageText = { text: '吾輩は「猫」である。\n名前は10年…まだ無い、Hello', author: '漱石' };
const lines = { text: 'AVATAR office, مرحبا नमस्ते 日本', author: 'Merriweather' };
const texts = [
  {
    text: 'Turned',
    rotation: -12,
    fontPt: 40,
    textColor: '#ffffff',
    outlineTextWidth: 3,
    outlineTextColor: '#c8371b',
    drawBox: true,
    fillBox: true,
    fillColor: '#31415980',
    borderRadius: 30,
    borderWidth: 6,
    boundingBox: { left: 40, top: 60, right: 260, bottom: 160 },
  },
  {
    text: '縦書きー。',
    useVerticalText: true,
    fontFamily: 'Shippori Mincho',
    fontPt: 30,
    align: 'right',
    textColor: '#ffffff80',
  },
  { text: 'Own', fontFamily: 'own:own', fontPt: 24, vAlign: 'bottom', useVariableWidthFont: false },
];

/** Every operation with an image result, on every kind of image. Texts have no emoji, which differ between systems. */
export const parityCases: Readonly<Record<string, ParityCase>> = {
  convert: { recipe: [{ operation: 'convert', params: { format: 'png' } }], images: madeImages },
  // Scaling by these factors decodes JPEGs at half or a quarter of their size.
  'scale-to-a-fifth': { recipe: [{ operation: 'scale', params: { width: 12 } }], images: someImages },
  'crop-and-scale-to-a-ninth': {
    recipe: [
      { operation: 'crop', params: { topX: 3, topY: 5, bottomX: 48, bottomY: 46 } },
      { operation: 'scale', params: { width: 5 } },
    ],
    images: someImages,
  },
  'convert-heic': { recipe: [{ operation: 'convert', params: { format: 'png' } }], images: heicImages },
  'convert-tiff': { recipe: [{ operation: 'convert', params: { format: 'png' } }], images: tiffImages },
  ...Object.fromEntries(
    randomRecipes(deepOr(30, 10), 17).map((recipe, index): [string, ParityCase] => [
      `random-${index}`,
      { recipe, images: ['every-alpha.png'] },
    ]),
  ),
  'crop-by-ratio': {
    recipe: [{ operation: 'crop', params: { ratio: '3:2', positionX: 1, positionY: 0.25 } }],
    images: someImages,
  },
  'crop-ellipse': {
    recipe: [{ operation: 'crop', params: { ratio: '1:1', shape: 'ellipse' } }],
    images: someImages,
  },
  'crop-by-edges': {
    recipe: [{ operation: 'crop', params: { left: 0.1, bottom: 0.75 } }],
    images: ['every-alpha.png', 'turned.jpg'],
  },
  'scale-by-percent': {
    recipe: [{ operation: 'scale', params: { percent: 33.3 } }],
    images: ['every-alpha.png', 'turned.jpg'],
  },
  'scale-by-long-edge': {
    recipe: [{ operation: 'scale', params: { longEdge: 50, withoutEnlargement: true } }],
    images: ['every-alpha.png', 'turned.jpg'],
  },
  crop: {
    recipe: [{ operation: 'crop', params: { topX: 31, topY: 3, bottomX: 5, bottomY: 29 } }],
    images: someImages,
  },
  'rotate-quarter': {
    recipe: [{ operation: 'rotate', params: { turn: 90, flip: 'vertical' } }],
    images: someImages,
  },
  'rotate-straighten': {
    recipe: [{ operation: 'rotate', params: { angle: -3.7 } }],
    images: ['every-alpha.png', 'turned.jpg', 'photo.jpg'],
  },
  'rotate-corners': {
    recipe: [{ operation: 'rotate', params: { turn: 270, angle: 22.5, keepCorners: true, background: '#30609080' } }],
    images: ['every-alpha.png', 'turned.jpg'],
  },
  'remove-background': {
    recipe: [{ operation: 'remove-background', params: {} }],
    images: [SUBJECT],
  },
  trim: { recipe: [{ operation: 'trim', params: { tolerance: 60, margin: 1 } }], images: someImages },
  join: {
    recipe: [
      {
        operation: 'join',
        params: { layout: 'grid', gap: 3, background: '#30609080' },
        inputs: { images: ['every-alpha.png', 'turned.jpg', 'photo.jpg'] },
      },
    ],
  },
  'watermark-text': {
    recipe: [{ operation: 'watermark', params: { text: '© Hana', gap: 40, opacity: 0.6 } }],
    images: ['every-alpha.png', 'turned.jpg'],
  },
  'watermark-logo': {
    recipe: [{ operation: 'watermark', params: { angle: 17 }, inputs: { image: 'every-alpha.png' } }],
    images: ['photo.jpg'],
  },
  'pad-blur': {
    recipe: [{ operation: 'pad', params: { ratio: '1:1', background: 'blur', anchor: 'top-left' } }],
    images: someImages,
  },
  'scale-fit-cover': {
    recipe: [{ operation: 'scale', params: { width: 19, height: 23, fit: 'cover', anchor: 'right' } }],
    images: someImages,
  },
  'scale-fit-pad': {
    recipe: [{ operation: 'scale', params: { width: 40, height: 40, fit: 'pad', background: '#10203080' } }],
    images: someImages,
    apart: 2,
  },
  'redact-blur': {
    recipe: [
      {
        operation: 'redact',
        params: {
          areas: [
            { shape: 'ellipse', left: 0.2, top: 0.1, right: 0.7, bottom: 0.6 },
            {
              shape: 'brush',
              width: 5,
              points: [
                { x: 4, y: 4 },
                { x: 19, y: 12 },
              ],
            },
          ],
        },
      },
    ],
    images: someImages,
  },
  'redact-pixelate': {
    recipe: [
      {
        operation: 'redact',
        params: { effect: 'pixelate', areas: [{ left: 0.1, top: 0.3, right: 0.9, bottom: 0.7 }] },
      },
    ],
    images: ['every-alpha.png', 'turned.jpg', 'photo.jpg'],
  },
  'scale-down': { recipe: [{ operation: 'scale', params: { factor: 0.3 } }], images: someImages },
  'scale-up': {
    recipe: [{ operation: 'scale', params: { width: 101, height: 77 } }],
    images: ['every-alpha.png', 'turned.jpg'],
  },
  'adjust-color': {
    recipe: [{ operation: 'adjust-color', params: { saturation: 0.35, brightness: -0.1, hue: 0.27, contrast: 0.2 } }],
    images: someImages,
    apart: 2,
  },
  'adjust-color-sepia': {
    recipe: [{ operation: 'adjust-color', params: { gray: true, sepia: 0.8, contrast: 0.2 } }],
    images: someImages,
  },
  'adjust-color-light': {
    recipe: [
      {
        operation: 'adjust-color',
        params: { auto: true, exposure: 0.3, shadows: 0.4, temperature: 0.5, tint: -0.2, vibrance: 0.6, hue: 0.1 },
      },
    ],
    images: someImages,
  },
  blur: { recipe: [{ operation: 'blur-sharpen', params: { sharpness: -0.37 } }], images: someImages },
  sharpen: { recipe: [{ operation: 'blur-sharpen', params: { sharpness: 0.42 } }], images: someImages, apart: 8 },
  'make-mask': {
    recipe: [{ operation: 'make-mask', params: { strokes, invert: true } }],
    images: someImages,
  },
  'make-mask-stretched': {
    recipe: [{ operation: 'make-mask', params: { width: 90, height: 33, strokes } }],
    images: ['every-alpha.png', 'turned.jpg'],
  },
  'make-mask-selections': {
    recipe: [
      {
        operation: 'make-mask',
        params: {
          wand: { x: 3, y: 3 },
          selections: [
            { kind: 'ellipse', combine: 'subtract', left: 5, top: 5, right: 22, bottom: 30 },
            {
              kind: 'lasso',
              points: [
                { x: 2, y: 30 },
                { x: 30, y: 33 },
                { x: 12, y: 44 },
              ],
            },
          ],
          grow: 2,
          feather: 1.5,
          strokes,
        },
      },
    ],
    images: ['photo.jpg'],
  },
  'make-mask-flat': { recipe: [{ operation: 'make-mask', params: { width: 80, height: 50, gray: 200, strokes } }] },
  layer: {
    recipe: [
      {
        operation: 'layer',
        params: { blendMode: 'soft-light', offsetX: 7, offsetY: -5 },
        inputs: { bottom: 'photo.jpg', mask: 'lossy-alpha.webp' },
      },
    ],
    images: someImages,
  },
  'layer-placed': {
    recipe: [
      {
        operation: 'layer',
        params: { offsetX: -6, offsetY: 4, scale: 0.8, rotation: -33, opacity: 0.7 },
        inputs: { bottom: 'photo.jpg', mask: 'lossy-alpha.webp' },
      },
    ],
    images: someImages,
  },
  ...Object.fromEntries(
    ['normal', 'multiply', 'color-burn', 'luminosity', 'hard-mix', 'add-npm'].map((blendMode): [string, ParityCase] => [
      `layer-${blendMode}`,
      {
        recipe: [
          { operation: 'layer', params: { blendMode }, inputs: { top: 'every-alpha.png', bottom: 'lossy-alpha.webp' } },
        ],
      },
    ]),
  ),
  ...onEveryShape,
  'draw-shapes-arrows-and-dashes': {
    recipe: [
      {
        operation: 'draw-shapes',
        params: {
          ...shapeBackground,
          components: [
            { ...usedShape('line'), arrow: 'both', arrowSize: 4 },
            { ...usedShape('curve'), arrow: 'end', dash: 'dotted', fillBox: false },
            { ...usedShape('rect'), dash: 'dashed', repeatCount: 1 },
          ],
        },
      },
    ],
  },
  'draw-shapes-highlighter': {
    recipe: [
      {
        operation: 'draw-shapes',
        params: {
          components: [
            usedShape('star'),
            { ...usedShape('curve'), fillBox: false, borderColor: '#ffe34dc0', borderWidth: 9, blend: 'multiply' },
            { ...usedShape('rect'), repeatCount: 1 },
          ],
        },
      },
    ],
    images: someImages,
  },
  'draw-shapes-texts': {
    recipe: [
      {
        operation: 'draw-shapes',
        params: {
          ...shapeBackground,
          components: [
            { ...usedShape('ellipse'), text: 'Start 始め', textColor: '#ffffffc0', textSize: 18 },
            { ...usedShape('rect'), repeatCount: 1, rotation: 0, text: 'Two lines\nof text', textSize: 11 },
          ],
        },
      },
    ],
  },
  'draw-shapes-on-pictures': {
    recipe: [
      {
        operation: 'draw-shapes',
        params: {
          components: [
            { ...usedShape('star'), boundingBox: { left: 3, top: 2, right: 30, bottom: 25 } },
            {
              shape: 'rect',
              fillBox: true,
              fillColor: '#20a0f0',
              boundingBox: { left: 9, top: 20, right: 40, bottom: 31 },
            },
            {
              shape: 'image',
              shapeImageKey: 'every-alpha',
              shapeAspect: 'fit',
              rotation: 30,
              boundingBox: { left: 5, top: 5, right: 45, bottom: 40 },
            },
          ],
        },
        inputs: { shapeImages: ['every-alpha.png'] },
      },
    ],
    images: someImages,
  },
  'draw-shapes-frames': {
    recipe: [
      {
        operation: 'draw-shapes',
        params: {
          ...shapeBackground,
          components: ['none', 'fill', 'fit'].map((shapeAspect, index) => ({
            shape: 'image',
            shapeImageKey: 'photo',
            shapeAspect,
            rotation: index * 25 - 20,
            boundingBox: { left: 8 + index * 50, top: 10 + index * 9, right: 52 + index * 50, bottom: 88 + index * 9 },
          })),
        },
        inputs: { shapeImages: ['photo.jpg'] },
      },
    ],
  },
  'write-texts': {
    recipe: [
      {
        operation: 'write-texts',
        params: { width: 300, height: 200, background: '#2b4c7e', texts },
        inputs: { fonts: [OWN_FONT] },
      },
    ],
  },
  'write-texts-on-pictures': {
    recipe: [
      { operation: 'write-texts', params: { texts: texts.slice(0, 2).map((text) => ({ ...text, fontPt: 9 })) } },
    ],
    images: someImages,
  },
  'write-horizontal': { recipe: [{ operation: 'write-horizontal', params: { ...lines, width: 600, height: 400 } }] },
  'write-horizontal-on-pictures': {
    recipe: [{ operation: 'write-horizontal', params: { text: 'Hüte 語', watermark: false } }],
    images: someImages,
  },
  'write-vertical': {
    recipe: [
      {
        operation: 'write-vertical',
        params: { ...pageText, style: { main: { outlineTextWidth: 4, outlineTextColor: '#c8371b' } } },
      },
    ],
  },
  'write-vertical-on-pictures': {
    recipe: [{ operation: 'write-vertical', params: { text: '春。', author: '清' } }],
    images: someImages,
  },
  combined: {
    recipe: [
      { operation: 'crop', params: { topX: 2, topY: 1, bottomX: 60, bottomY: 40 } },
      { operation: 'scale', params: { factor: 1.7 } },
      { operation: 'adjust-color', params: { saturation: -0.4, hue: 0.5 } },
      { operation: 'blur-sharpen', params: { sharpness: 0.2 } },
      {
        operation: 'layer',
        params: { blendMode: 'screen' },
        inputs: { bottom: 'every-alpha.png', mask: 'photo.jpg' },
      },
      { operation: 'draw-shapes', params: { components: [{ ...usedShape('heart'), repeatCount: 1 }] } },
      { operation: 'write-texts', params: { texts: [{ text: 'Fin', fontPt: 14, textColor: '#00000090' }] } },
      { operation: 'convert', params: { format: 'png' } },
    ],
    images: someImages,
    apart: 8,
  },
};

/** A blank background. The page offers it as an image source; the command sets it by three parameters. */
export const blankBackground = { width: 300, height: 200, background: '#2b4c7e' };

/** Steps that draw on the blank background. The parity tests add the size and color of the background. */
export const onBackgrounds: Readonly<Record<string, RecipeStep>> = {
  'blank-shapes': { operation: 'draw-shapes', params: { components: [usedShape('snowflake')] } },
  'blank-texts': { operation: 'write-texts', params: { texts: texts.slice(0, 2) } },
  'blank-horizontal': { operation: 'write-horizontal', params: lines },
  'blank-vertical': { operation: 'write-vertical', params: pageText },
};

/** Real files, if the samples folder exists, except two that are refused for their size. */
export const sampleImages = [
  'alpha-lossy.webp',
  'animated-iss.webp',
  'apng-20-frames.png',
  'cmyk.jpg',
  ...firstOf([6, 1, 2, 3, 4, 5, 7, 8]).map((orientation) => `exif-orientation-${orientation}.jpg`),
  'exif-orientation-6.webp',
  'grayscale-tower.jpg',
  'lossless-palette.webp',
  ...(isDeep ? ['photo-12mp-pixel8-ultrahdr.jpg'] : []),
  'photo-london-1020x768.jpg',
  'png-16bit-rgba-interlaced.png',
  'png-1bit-gray.png',
  'png-palette-trns.png',
  'progressive-tower.jpg',
  'screenshot-text.png',
] as const;

export const sampleCases: Readonly<Record<string, ParityCase>> = {
  'samples-convert': { recipe: [{ operation: 'convert', params: { format: 'png' } }], images: sampleImages },
  'samples-combined': {
    recipe: [
      { operation: 'crop', params: { topX: 5, topY: 3, bottomX: 3000, bottomY: 2400 } },
      { operation: 'adjust-color', params: { contrast: 0.1, saturation: 0.2 } },
      { operation: 'scale', params: { factor: 0.3 } },
    ],
    images: firstOf(sampleImages, 3),
    apart: 2,
  },
};
