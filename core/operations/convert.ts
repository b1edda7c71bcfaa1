import {
  chromaSubsamplings,
  DEFAULT_COMPRESSION,
  DEFAULT_QUALITY,
  MAX_COLORS,
  MIN_COLORS,
  outputFormats,
} from '../image/formats/output-formats.ts';
import { metadataChoices } from '../image/metadata/choices.ts';
import { defineOperation } from '../operation.ts';
import { choice, number, parameters, toggle, visibleWhen } from '../parameters/fields.ts';

export const convert = defineOperation({
  id: 'convert',
  inputs: { image: 'image' },
  params: parameters({
    format: choice({ options: outputFormats, default: 'png' }),
    quality: number({ default: DEFAULT_QUALITY, min: 0, max: 1, step: 0.01, integerDigits: 1, control: 'slider' }),
    compression: visibleWhen(
      { format: ['png'] },
      number({ default: DEFAULT_COMPRESSION, min: 0, max: 9, fractionDigits: 0, integerDigits: 1, control: 'slider' }),
    ),
    colors: visibleWhen(
      { format: ['png'] },
      number({ min: MIN_COLORS, max: MAX_COLORS, fractionDigits: 0, integerDigits: 3 }),
    ),
    dithering: visibleWhen({ format: ['png'] }, toggle({ default: true })),
    firstFrame: visibleWhen({ format: ['gif', 'webp', 'png', 'mp4'] }, toggle({ default: false })),
    maxKilobytes: number({ min: 1, max: 1_000_000, fractionDigits: 0, unit: 'kilobytes' }),
    metadata: choice({ options: metadataChoices, default: 'none' }),
    neverLarger: toggle({ default: false, pageDefault: true }),
    progressive: visibleWhen({ format: ['jpg'] }, toggle({ default: false })),
    smaller: visibleWhen({ format: ['jpg'] }, toggle({ default: false })),
    effort: visibleWhen({ format: ['webp', 'avif'] }, number({ min: 0, max: 9, fractionDigits: 0, integerDigits: 1 })),
    lossless: visibleWhen({ format: ['webp', 'avif'] }, toggle({ default: false })),
    chroma: visibleWhen({ format: ['jpg', 'avif'] }, choice({ options: chromaSubsamplings, default: 'auto' })),
  }),
  output: 'image',
  perFrame: true,
  encoding: (params) => params,
  run: async ({ image }) => image,
});
