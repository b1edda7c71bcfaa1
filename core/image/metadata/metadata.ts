import type { SourceFile } from '../../base/files.ts';
import type { Raster } from '../../base/raster.ts';
import { srgbProfile } from '../color/srgb-profile.ts';
import type { ImageFormat } from '../formats/output-formats.ts';
import { readImageHeader } from '../formats/registry.ts';
import { swapsSides } from '../orientation.ts';
import { printScaleOf } from '../print-scale.ts';
import type { MetadataChoice } from './choices.ts';
import { type Density, readDensity, roundedDpi } from './density.ts';
import { readDescription } from './description.ts';
import { embed } from './embed.ts';
import type { Embedded } from './embedded.ts';
import { type ExifValues, readAllowedExif } from './exif-read.ts';
import { writeExif } from './exif-write.ts';
import { findExif } from './find-exif.ts';
import { writeXmp } from './xmp-write.ts';

/** Returns a function that embeds metadata of the file `source` in an encoded image. `raster` is the image. */
export async function metadataEmbedder(
  format: ImageFormat,
  choice: MetadataChoice,
  source: SourceFile | undefined,
  raster: Raster,
): Promise<(bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>> {
  const embedded = await metadataOf(format, choice, source, raster);
  return (bytes) => embed(bytes, format, embedded, raster);
}

async function metadataOf(
  format: ImageFormat,
  choice: MetadataChoice,
  source: SourceFile | undefined,
  raster: Raster,
): Promise<Embedded> {
  if (choice === 'none') return {};
  const profile = srgbProfile();
  if (choice === 'profile' || !source) return { profile };
  const bytes = await source.read();
  const density = densityOf(bytes, raster);
  const exif = findExif(bytes);
  const allowed = (exif && readAllowedExif(exif)) ?? (density && !hasOwnDensity(format) ? NO_VALUES : undefined);
  return {
    profile,
    density,
    exif: allowed && writeExif(allowed, raster, density),
    xmp: writeXmp(readDescription(bytes)),
  };
}

/** True if the format states the print resolution without Exif, in JFIF or `pHYs`. */
const hasOwnDensity = (format: ImageFormat) => format === 'jpg' || format === 'png';

const NO_VALUES: ExifValues = { picture: [], exposure: [] };

/** Resolution that programs write if they know none (Exif 2.32, 4.6.5, XResolution). */
const UNKNOWN_DPI = 72;

/** Returns the print resolution at which the image has the size of the source file on paper, except for cut-off parts. */
function densityOf(bytes: Uint8Array, raster: Raster): Density | undefined {
  const stored = readDensity(bytes);
  if (!stored || (roundedDpi(stored.x) === UNKNOWN_DPI && roundedDpi(stored.y) === UNKNOWN_DPI)) return undefined;
  const header = readImageHeader(bytes);
  const upright = header && swapsSides(header.orientation) ? { x: stored.y, y: stored.x } : stored;
  const scale = printScaleOf(raster);
  return { x: upright.x * scale.x, y: upright.y * scale.y };
}
