import type { SourceFile } from '../../base/files.ts';
import type { Raster } from '../../base/raster.ts';
import { srgbProfile } from '../color/srgb-profile.ts';
import type { FormatMetadata } from '../formats/image-format.ts';
import { formatNamed, type InputFormat, readImageHeader, sniffImage } from '../formats/registry.ts';
import type { MetadataChoice } from '../metadata/choices.ts';
import { type Density, roundedDpi } from '../metadata/density.ts';
import { readDescription } from '../metadata/description.ts';
import type { Embedded } from '../metadata/embedded.ts';
import { type ExifValues, readAllowedExif, readResolution } from '../metadata/exif-read.ts';
import { writeExif } from '../metadata/exif-write.ts';
import { writeXmp } from '../metadata/xmp.ts';
import { swapsSides } from '../orientation.ts';
import { printScaleOf } from '../print-scale.ts';

/** Loads the functions for metadata of files of a format. */
export const metadataFor = async (format: InputFormat | undefined): Promise<FormatMetadata> =>
  (format && (await formatNamed(format).metadata?.())) ?? {};

/** Returns Exif of a file from the TIFF header on; `undefined` if missing or incomplete. */
export const findExif = (bytes: Uint8Array): Promise<Uint8Array | undefined> =>
  ofWhole(bytes, ({ findExif }) => findExif?.(bytes));

/** Returns the print resolution that a file states, in Exif or as the format does. */
export async function readDensity(bytes: Uint8Array): Promise<Density | undefined> {
  const exif = await findExif(bytes);
  const found = await ofWhole(bytes, ({ readDensity = (_, inExif) => inExif }) =>
    readDensity(bytes, exif && readResolution(exif)),
  );
  return found && isUsual(found.x) && isUsual(found.y) ? found : undefined;
}

const MOST_DPI = 100_000;
const isUsual = (dpi: number) => dpi >= 1 && dpi <= MOST_DPI;

/** Returns the parts of a file that may contain XMP and IPTC. */
export const textBlocks = async (bytes: Uint8Array): Promise<readonly Uint8Array[]> =>
  (await metadataFor(sniffImage(bytes))).textBlocks?.(bytes) ?? [bytes];

/** Returns what `read` finds, and `undefined` if the file ends too early. */
async function ofWhole<Found>(
  bytes: Uint8Array,
  read: (metadata: FormatMetadata) => Found,
): Promise<Found | undefined> {
  const metadata = await metadataFor(sniffImage(bytes));
  try {
    return read(metadata);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns a function that embeds metadata of the file `source` in an encoded image. `raster` is the image. */
export async function metadataEmbedder(
  format: InputFormat,
  choice: MetadataChoice,
  source: SourceFile | undefined,
  raster: Raster,
): Promise<(bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>> {
  const embedded = await metadataOf(format, choice, source, raster);
  const { embed } = await metadataFor(format);
  return (bytes) => embed?.(bytes, embedded, raster) ?? bytes;
}

async function metadataOf(
  format: InputFormat,
  choice: MetadataChoice,
  source: SourceFile | undefined,
  raster: Raster,
): Promise<Embedded> {
  if (choice === 'none') return {};
  const profile = srgbProfile();
  if (choice === 'profile' || !source) return { profile };
  const bytes = await source.read();
  const density = await densityOf(bytes, raster);
  const exif = await findExif(bytes);
  const allowed = (exif && readAllowedExif(exif)) ?? (density && !hasOwnDensity(format) ? NO_VALUES : undefined);
  return {
    profile,
    density,
    exif: allowed && writeExif(allowed, raster, density),
    xmp: writeXmp(readDescription(await textBlocks(bytes))),
  };
}

/** True if the format states the print resolution without Exif, in JFIF or `pHYs`. */
const hasOwnDensity = (format: InputFormat) => formatNamed(format).statesDensity === true;

const NO_VALUES: ExifValues = { image: [], exposure: [] };

/** Resolution that programs write if they know none (Exif 2.32, 4.6.5, XResolution). */
const UNKNOWN_DPI = 72;

/** Returns the print resolution at which the image has the size of the source file on paper, except for cut-off parts. */
async function densityOf(bytes: Uint8Array, raster: Raster): Promise<Density | undefined> {
  const stored = await readDensity(bytes);
  if (!stored || (roundedDpi(stored.x) === UNKNOWN_DPI && roundedDpi(stored.y) === UNKNOWN_DPI)) return undefined;
  const header = readImageHeader(bytes);
  const upright = header && swapsSides(header.orientation) ? { x: stored.y, y: stored.x } : stored;
  const scale = printScaleOf(raster);
  return { x: upright.x * scale.x, y: upright.y * scale.y };
}
