import {
  animatedFormats,
  chromaSubsamplings,
  type EncodeOptions,
  formatsWith,
  outputFormats,
  sharedDefault,
} from '../image/formats/output-formats.ts';
import { metadataChoices } from '../image/metadata/choices.ts';
import { defineOperation } from '../operation.ts';
import { choice, color, type Field, needing, number, parameters, toggle, visibleWhen } from '../parameters/fields.ts';

/** Declares the limits of an option of formats. Formats declare its defaults (`core/image/formats/<format>/output.ts`). */
const option = <F extends Field>(name: keyof EncodeOptions, field: F): F =>
  visibleWhen({ format: formatsWith(name) }, { ...field, default: sharedDefault(name) });

const amount = { fractionDigits: 0, integerDigits: 1, min: 0, max: 9 } as const;

export const convert = defineOperation({
  id: 'convert',
  inputs: { image: 'image' },
  params: parameters({
    format: choice({ options: outputFormats, default: 'png' }),
    quality: option('quality', number({ min: 0, max: 1, step: 0.01, integerDigits: 1, control: 'slider' })),
    compression: option('compression', number({ ...amount, control: 'slider' })),
    colors: option('colors', number({ min: 2, max: 256, fractionDigits: 0, integerDigits: 3 })),
    dithering: needing(['colors'], option('dithering', toggle())),
    flatten: option('flatten', toggle()),
    background: needing(['flatten'], option('background', color({ default: '#ffffff' }))),
    firstFrame: visibleWhen({ format: animatedFormats }, toggle()),
    frameRate: visibleWhen(
      { format: animatedFormats },
      number({ min: 1, max: 60, fractionDigits: 0, integerDigits: 2, unit: 'fps' }),
    ),
    maxKilobytes: number({ min: 1, max: 1_000_000, fractionDigits: 0, unit: 'kilobytes' }),
    metadata: option('metadata', choice({ options: metadataChoices, required: false })),
    neverLarger: option('neverLarger', toggle({ pageDefault: true })),
    progressive: option('progressive', toggle()),
    smaller: option('smaller', toggle()),
    effort: option('effort', number(amount)),
    lossless: visibleWhen({ format: formatsWith('lossless', false) }, toggle()),
    chroma: option('chroma', choice({ options: chromaSubsamplings, required: false })),
  }),
  output: 'image',
  perFrame: true,
  encoding: (params) => params,
  run: async ({ image }) => image,
});
