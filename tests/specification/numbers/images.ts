import { ACCEPTED_IMAGES } from '#app/ui/accepted-images.ts';
import { checkerboard } from '#app/workers/checkerboard.ts';
import { blankBackgroundFields, textPageBackgroundFields } from '#core/image/blank.ts';
import { blendModes } from '#core/image/blend/blend-modes.ts';
import { blurSigma, sharpenAmount } from '#core/image/blur-sharpen.ts';
import { saturationMatrix } from '#core/image/color/color-matrix.ts';
import { optionsOf } from '#core/image/formats/output-formats.ts';
import { maskSize } from '#core/image/make-mask.ts';
import { markPlace } from '#core/image/mark.ts';
import { LUMINANCE_FULL, luminanceTimesAlpha } from '#core/image/mask/luminance.ts';
import { adjustColor } from '#core/operations/adjust-color.ts';
import { blurSharpen } from '#core/operations/blur-sharpen.ts';
import { convert } from '#core/operations/convert.ts';
import { cropCorners } from '#core/operations/crop.ts';
import { drawShapes } from '#core/operations/draw-shapes.ts';
import { layer } from '#core/operations/layer.ts';
import { makeMask } from '#core/operations/make-mask.ts';
import { scale } from '#core/operations/scale.ts';
import { writeTexts } from '#core/operations/write-texts.ts';
import type { DeclaredFact } from './fact.ts';

const slider = { default: 0, min: -1, max: 1, step: 0.01, control: 'slider' };
const side = { min: 1, max: 10_000, fractionDigits: 0 };
const stroke = makeMask.params.strokes.item.fields;
const luminanceOf = (...pixel: readonly number[]) => luminanceTimesAlpha(Uint8Array.from(pixel), 0) / LUMINANCE_FULL;
const squares = new Uint8Array(checkerboard(150, 100).data.buffer);
const red = (x: number, y: number) => squares[(y * 150 + x) * 4];

// biome-ignore format: a line a fact
export const imageFacts: readonly DeclaredFact[] = [
  { of: '5, Files: types of image pickers', is: ACCEPTED_IMAGES.split(','), documented: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/bmp', 'image/tiff', 'image/svg+xml', 'image/heic', 'image/heif', '.jpg', '.jpeg', '.png', '.webp', '.avif', '.gif', '.bmp', '.tif', '.tiff', '.svg', '.heic', '.heif'] },
  { of: '9, export JPEG quality', is: optionsOf('jpg').quality, documented: 0.95 },
  { of: '9, export JPEG quality, adjustable', is: convert.params.quality, documented: { default: 0.95, min: 0, max: 1 } },

  { of: '2, Color Adjust: saturation', is: adjustColor.params.saturation, documented: slider },
  { of: '2, Color Adjust: brightness', is: adjustColor.params.brightness, documented: slider },
  { of: '2, Color Adjust: hue', is: adjustColor.params.hue, documented: slider },
  { of: '2, Color Adjust: contrast', is: adjustColor.params.contrast, documented: slider },
  { of: '9, color matrix: luminance weights', is: saturationMatrix(0).slice(0, 3), documented: [0.213, 0.715, 0.072] },
  { of: '2, Blur/sharpen', is: blurSharpen.params.sharpness, documented: slider },
  { of: '9, blur strength = |slider| × 5', is: [blurSigma(-1), blurSigma(-0.4), blurSigma(0.4)], documented: [5, 2, 0] },
  { of: '9, sharpen = slider × 10, times the difference to the mean of four neighbors', is: [4 * sharpenAmount(1), 4 * sharpenAmount(0.5), sharpenAmount(-1)], documented: [10, 5, 0] },

  { of: '2, Crop: fields', is: Object.keys(cropCorners), documented: ['topX', 'topY', 'bottomX', 'bottomY'] },
  { of: 'Recipes, Scale: percent', is: scale.params.percent, documented: { min: 1, max: 400, fractionDigits: 2 } },
  { of: 'Recipes, Scale: long edge', is: scale.params.longEdge, documented: side },
  { of: '5, Scale: ratio', is: scale.params.factor, documented: { min: 0.1, max: 4, fractionDigits: 1 } },
  { of: '5, Scale: width', is: scale.params.width, documented: side },
  { of: '5, Scale: height', is: scale.params.height, documented: side },

  { of: '3, background color', is: blankBackgroundFields.color, documented: { default: '#ffffff' } },
  { of: '5, Blank background: width', is: blankBackgroundFields.width, documented: { default: 800, min: 1, max: 5000, step: 100, fractionDigits: 0 } },
  { of: '5, Blank background: height', is: blankBackgroundFields.height, documented: { default: 1200, min: 1, max: 5000, step: 100, fractionDigits: 0 } },
  { of: '5, Blank background of the horizontal and the vertical editor: width', is: textPageBackgroundFields.width, documented: { default: 800, min: 0, max: 5000, step: 100, fractionDigits: 0, integerDigits: 4 } },
  { of: '5, Blank background of the horizontal and the vertical editor: height', is: textPageBackgroundFields.height, documented: { default: 1200, min: 0, max: 5000, step: 100, fractionDigits: 0, integerDigits: 4 } },

  { of: '5, Mask: width', is: makeMask.params.width, documented: { integerDigits: 6, max: 999_999, fractionDigits: 0 } },
  { of: '5, Mask: height', is: makeMask.params.height, documented: { integerDigits: 6, max: 999_999, fractionDigits: 0 } },
  { of: '5, Mask: gray', is: makeMask.params.gray, documented: { min: 0, max: 255, fractionDigits: 0 } },
  { of: '5, Mask: pen gray', is: stroke.gray, documented: { min: 0, max: 255, fractionDigits: 0 } },
  { of: '5, Mask: pen width', is: stroke.widthPx, documented: { min: 1, max: 512, step: 1, control: 'slider' } },
  { of: '9, Mask: fallback size', is: maskSize(undefined, { width: 0, height: undefined }), documented: { width: 1024, height: 768 } },
  { of: '5, Mask: zero or empty falls back to the current image', is: maskSize({ width: 30, height: 20 }, { width: 0 }), documented: { width: 30, height: 20 } },
  { of: '9, Mask: checkerboard square width', is: [red(0, 0) === red(49, 0), red(49, 0) === red(50, 0), red(50, 0) === red(99, 0), red(0, 0) === red(100, 0)], documented: [true, false, true, true] },
  { of: '9, Mask: checkerboard square height', is: [red(0, 49) === red(0, 0), red(0, 50) === red(0, 0)], documented: [true, false] },
  { of: '4, Mask: luminance weights', is: [luminanceOf(255, 0, 0, 255), luminanceOf(0, 255, 0, 255), luminanceOf(0, 0, 255, 255)], documented: [0.2126, 0.7152, 0.0722] },

  { of: '2, Layer: views', is: layer.params.view, documented: { options: ['combined', 'top', 'bottom', 'mask'], default: 'combined' } },
  { of: '9, blend modes', is: blendModes.map(({ id }) => id as string).toSorted(), documented: ['normal', 'add', 'multiply', 'screen', 'overlay', 'darken', 'lighten', 'color-dodge', 'color-burn', 'linear-burn', 'linear-dodge', 'linear-light', 'hard-light', 'soft-light', 'pin-light', 'difference', 'exclusion', 'saturation', 'color', 'luminosity', 'add-npm', 'subtract', 'divide', 'vivid-light', 'hard-mix', 'negation'].toSorted() },

  { of: '9, watermark: none in the shape editor and the advanced text editor', is: ['watermark' in drawShapes.params, 'watermark' in writeTexts.params], documented: [false, false] },
  { of: '9, watermark: a tenth of the height, 10 px from the lower right corner', is: markPlace({ width: 1000, height: 500 }), documented: { side: 50, x: 940, y: 440 } },
];
