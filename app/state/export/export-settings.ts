import type { ImageEncoding, ImageFormat } from '#core/image/codecs/encode.ts';
import type { MetadataChoice } from '#core/image/metadata/choices.ts';
import { convert } from '#core/operations/convert.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import { ofSameTypes } from '../settings.ts';

/** Fields of the export card. */
export interface ExportSettings {
  readonly format: ImageFormat;
  readonly quality: number;
  readonly limitsSize: boolean;
  readonly maxKilobytes: number;
  readonly metadata: MetadataChoice;
}

const { quality, metadata } = convert.params;

export const FIRST_EXPORT: ExportSettings = {
  format: 'jpg',
  quality: quality.default,
  limitsSize: false,
  maxKilobytes: 500,
  metadata: metadata.default as MetadataChoice,
};

/** Restores stored settings that are valid. */
export function restoreExport(stored: object): Partial<ExportSettings> {
  const {
    format = FIRST_EXPORT.format,
    quality,
    maxKilobytes = FIRST_EXPORT.maxKilobytes,
    metadata = FIRST_EXPORT.metadata,
  } = restoreValues({ ...convert.params, format: { ...convert.params.format, default: FIRST_EXPORT.format } }, stored);
  return { format, quality, maxKilobytes, metadata, ...ofSameTypes({ limitsSize: FIRST_EXPORT.limitsSize }, stored) };
}

export const encodingOf = ({
  quality,
  limitsSize,
  maxKilobytes,
  metadata,
}: ExportSettings): Omit<ImageEncoding, 'format'> => ({
  quality,
  ...(limitsSize && { maxKilobytes }),
  ...(metadata !== FIRST_EXPORT.metadata && { metadata }),
});
