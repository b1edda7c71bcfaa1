import type { ImageEncoding, ImageFormat } from '#core/image/codecs/encode.ts';
import type { MetadataChoice } from '#core/image/metadata/choices.ts';
import { convert } from '#core/operations/convert.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import { ofSameTypes } from '../storage/settings.ts';

/** Fields of the export card. */
export interface ExportSettings {
  readonly format: ImageFormat;
  readonly quality: number;
  /** Compression level of PNG files, 0 to 9. */
  readonly compression: number;
  readonly limitsSize: boolean;
  readonly maxKilobytes: number;
  readonly metadata: MetadataChoice;
}

const { quality, compression, metadata } = convert.params;

export const FIRST_EXPORT: ExportSettings = {
  format: 'jpg',
  quality: quality.default,
  compression: compression.default,
  limitsSize: false,
  maxKilobytes: 500,
  metadata: metadata.default as MetadataChoice,
};

/** Restores stored settings that are valid. */
export function restoreExport(stored: object): Partial<ExportSettings> {
  const {
    format = FIRST_EXPORT.format,
    quality,
    compression,
    maxKilobytes = FIRST_EXPORT.maxKilobytes,
    metadata = FIRST_EXPORT.metadata,
  } = restoreValues({ ...convert.params, format: { ...convert.params.format, default: FIRST_EXPORT.format } }, stored);
  return {
    format,
    quality,
    compression,
    maxKilobytes,
    metadata,
    ...ofSameTypes({ limitsSize: FIRST_EXPORT.limitsSize }, stored),
  };
}

export const encodingOf = ({
  format,
  quality,
  compression,
  limitsSize,
  maxKilobytes,
  metadata,
}: ExportSettings): Omit<ImageEncoding, 'format'> => ({
  quality,
  ...(format === 'png' && compression !== FIRST_EXPORT.compression && { compression }),
  ...(limitsSize && { maxKilobytes }),
  ...(metadata !== FIRST_EXPORT.metadata && { metadata }),
});
