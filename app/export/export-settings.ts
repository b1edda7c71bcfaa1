import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import {
  effectiveOptions,
  imageFormatOf,
  type OutputFormat,
  type StillFormat,
  stillFormats,
} from '#core/image/formats/output-formats.ts';
import { convert } from '#core/operations/convert.ts';
import type { ValuesOf } from '#core/parameters/fields.ts';
import { pageValues, restoreValues } from '#core/parameters/parse.ts';
import { ofSameTypes } from '../storage/settings.ts';

const {
  firstFrame: _firstFrame,
  frameRate: _frameRate,
  flatten: _flatten,
  background: _background,
  ...params
} = convert.params;
/** Export options that the page offers. */
export const exportParameters = params;
const FIELDS = {
  ...params,
  format: { ...params.format, default: 'jpg' as const },
  colors: { ...params.colors, default: params.colors.max },
  maxKilobytes: { ...params.maxKilobytes, default: 500 },
};
const SWITCHES = { reducesColors: false, limitsSize: false };

export type ExportSettings = Readonly<ValuesOf<typeof FIELDS> & typeof SWITCHES>;

export const FIRST_EXPORT = { ...SWITCHES, ...pageValues(FIELDS) } as ExportSettings;

export const restoreExport = (stored: object): Partial<ExportSettings> => ({
  ...restoreValues(FIELDS, stored),
  ...ofSameTypes(SWITCHES, stored),
});

/** Returns the settings that a step `convert` or typed text sets. */
export function requestedExport(requested: Readonly<Record<string, unknown>>): Partial<ExportSettings> {
  const given: Readonly<Record<string, unknown>> = { ...requested, format: imageFormatOf(String(requested.format)) };
  const isGiven = ([name, value]: [string, unknown]) => value !== undefined && value === given[name];
  return {
    ...Object.fromEntries(Object.entries(restoreValues(FIELDS, given)).filter(isGiven)),
    ...(given.colors !== undefined && { reducesColors: true }),
    ...(given.maxKilobytes !== undefined && { limitsSize: true }),
  };
}

/** Returns the export options that apply to the format and differ from their defaults. */
export const encodingOf = ({
  format,
  reducesColors,
  limitsSize,
  ...settings
}: ExportSettings): Omit<ImageEncoding, 'format'> =>
  effectiveOptions(format, {
    ...settings,
    ...(!reducesColors && { colors: undefined, dithering: undefined }),
    ...(!limitsSize && { maxKilobytes: undefined }),
  });

/** Options of an animation's encoding; the other options apply to still images only. */
export const animationEncoding = ({
  quality,
  compression,
  effort,
  lossless,
}: Omit<ImageEncoding, 'format'>): Omit<ImageEncoding, 'format'> => ({ quality, compression, effort, lossless });

export const stillFormat = (format: OutputFormat): StillFormat => stillFormats.find((each) => each === format) ?? 'png';
