import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import {
  type ChromaSubsampling,
  MAX_COLORS,
  type OutputFormat,
  type StillFormat,
  stillFormats,
} from '#core/image/formats/output-formats.ts';
import type { MetadataChoice } from '#core/image/metadata/choices.ts';
import { convert } from '#core/operations/convert.ts';
import { pageValues, restoreValues } from '#core/parameters/parse.ts';
import { ofSameTypes } from '../storage/settings.ts';

export interface ExportSettings {
  readonly format: OutputFormat;
  readonly quality: number;
  /** Compression level of PNG files, from 0 to 9. */
  readonly compression: number;
  readonly reducesColors: boolean;
  readonly colors: number;
  readonly dithering: boolean;
  readonly limitsSize: boolean;
  readonly maxKilobytes: number;
  readonly metadata: MetadataChoice;
  readonly neverLarger: boolean;
  readonly progressive: boolean;
  readonly smaller: boolean;
  readonly effort: number | undefined;
  readonly lossless: boolean;
  readonly chroma: ChromaSubsampling;
}

const { firstFrame: _, ...params } = convert.params;
const FIELDS = {
  ...params,
  format: { ...params.format, default: 'jpg' as const },
  colors: { ...params.colors, default: MAX_COLORS },
  maxKilobytes: { ...params.maxKilobytes, default: 500 },
};
const SWITCHES = { reducesColors: false, limitsSize: false };

export const FIRST_EXPORT = { ...SWITCHES, ...pageValues(FIELDS) } as ExportSettings;

export const restoreExport = (stored: object): Partial<ExportSettings> => ({
  ...restoreValues(FIELDS, stored),
  ...ofSameTypes(SWITCHES, stored),
});

/** Returns the export options that apply to the format and differ from their defaults. */
export const encodingOf = ({
  format,
  quality,
  compression,
  reducesColors,
  colors,
  dithering,
  limitsSize,
  maxKilobytes,
  metadata,
  neverLarger,
  progressive,
  smaller,
  effort,
  lossless,
  chroma,
}: ExportSettings): Omit<ImageEncoding, 'format'> => {
  const hasEffort = format === 'webp' || format === 'avif';
  const hasChroma = format === 'jpg' || format === 'avif';
  return {
    quality,
    ...(format === 'png' && compression !== FIRST_EXPORT.compression && { compression }),
    ...(format === 'png' && reducesColors && { colors, ...(!dithering && { dithering }) }),
    ...(limitsSize && { maxKilobytes }),
    ...(metadata !== FIRST_EXPORT.metadata && { metadata }),
    ...(neverLarger && { neverLarger }),
    ...(format === 'jpg' && progressive && { progressive }),
    ...(format === 'jpg' && smaller && { smaller }),
    ...(hasEffort && effort !== undefined && { effort }),
    ...(hasEffort && lossless && { lossless }),
    ...(hasChroma && chroma !== FIRST_EXPORT.chroma && { chroma }),
  };
};

export const animationEncoding = ({
  quality,
  compression,
  effort,
  lossless,
}: Omit<ImageEncoding, 'format'>): Omit<ImageEncoding, 'format'> => ({ quality, compression, effort, lossless });

export const stillFormat = (format: OutputFormat): StillFormat => stillFormats.find((each) => each === format) ?? 'png';
