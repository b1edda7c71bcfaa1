import { CancelledError } from '../base/errors.ts';
import type { SourceFile } from '../base/files.ts';
import { partOf } from '../base/progress.ts';
import { withFileName } from '../base/with-file-name.ts';
import type { Size } from '../geometry/point.ts';
import type { OperationContext } from '../platform/context.ts';
import { checkImageSize } from './check-size.ts';
import { decodeImage, headerError } from './codecs/decode.ts';
import { readDensity } from './codecs/metadata.ts';
import { formatNamed, type ImageHeader, readImageHeader } from './formats/registry.ts';
import { roundedDpi } from './metadata/density.ts';
import { type Orientation, turnedSize } from './orientation.ts';
import { jpegForPdf, rasterForPdf } from './pdf/pdf-images.ts';
import { type PdfImage, type PdfMatrix, PdfWriter } from './pdf/pdf-writer.ts';

export interface PdfParameters {
  /** Size of the pages: that of each image, or a paper, upright or on its side as the image is. */
  readonly page: 'fit' | 'a4' | 'letter';
  /** Margin in millimeters. */
  readonly margin: number;
}

const POINTS_PER_INCH = 72;
const POINTS_PER_MM = POINTS_PER_INCH / 25.4;

/** Sizes of papers in points, width before height (ISO 216; ANSI/ASME Y14.1). */
const PAPERS = { a4: [210 * POINTS_PER_MM, 297 * POINTS_PER_MM], letter: [612, 792] } as const;

/** Longest side of a page in points that all readers show (ISO 32000-1, annex C.2). */
const MAX_PAGE_POINTS = 14_400;

/** Resolution of images that state none, as in CSS; 72 is what programs write that know none (Exif 2.32, 4.6.5). */
const DEFAULT_DPI = 96;
const UNKNOWN_DPI = 72;

/**
 * Writes a PDF with one page per image file. The coded data of JPEGs is kept; other images are stored without loss, as
 * 8-bit sRGB. Reads one image at a time. Throws the errors of `decodeImage`; CancelledError.
 */
export async function imagesToPdf(
  files: readonly SourceFile[],
  params: PdfParameters,
  context: OperationContext,
): Promise<{ readonly mimeType: string; readonly extension: string }> {
  const { sink, signal, onProgress } = context;
  if (!sink) throw new TypeError('A file needs a sink');
  const writer = new PdfWriter(sink);
  for (const [index, file] of files.entries()) {
    if (signal?.aborted) throw new CancelledError();
    const { image, size, orientation } = await withFileName(file, readPageImage(file, context));
    const { page, place } = placeOnPage(size, params);
    await writer.addPage(page, image, matrixOf(orientation, place));
    partOf(onProgress, index / files.length, (index + 1) / files.length)?.(1);
  }
  await writer.finish();
  return { mimeType: 'application/pdf', extension: 'pdf' };
}

interface PageImage {
  readonly image: PdfImage;
  /** Size in points of the image as it is shown, at the resolution that the file states. */
  readonly size: Size;
  /** Orientation in which the stored pixels are to be shown. */
  readonly orientation: Orientation;
}

async function readPageImage(file: SourceFile, context: OperationContext): Promise<PageImage> {
  const bytes = await file.read();
  const header = readImageHeader(bytes);
  if (!header) throw headerError(bytes);
  const density = await readDensity(bytes);
  const isStated = density && (roundedDpi(density.x) !== UNKNOWN_DPI || roundedDpi(density.y) !== UNKNOWN_DPI);
  const { x, y } = isStated ? density : { x: DEFAULT_DPI, y: DEFAULT_DPI };
  const points = { width: (header.width / x) * POINTS_PER_INCH, height: (header.height / y) * POINTS_PER_INCH };
  const size = turnedSize(points, header.orientation);
  if (header.format === 'jpg') {
    const image = await readJpeg(bytes, header, context);
    if (image) return { image, size, orientation: header.orientation };
  }
  const { raster } = await decodeImage(file, context);
  return { image: await rasterForPdf(raster, context), size, orientation: 1 };
}

/** Returns a JPEG for a PDF; `undefined` if the JPEG is damaged or must be decoded for another reason. */
async function readJpeg(
  bytes: Uint8Array<ArrayBuffer>,
  header: ImageHeader,
  { platform, signal, limits }: OperationContext,
): Promise<PdfImage | undefined> {
  const { width, height, hasDamagedExif } = header;
  checkImageSize(header, limits, bytes.length);
  formatNamed(header.format).check?.(bytes);
  const checked = await platform.workers.run(
    'check-jpeg',
    { bytes, width, height },
    { signal, transfer: [bytes.buffer], workBytes: bytes.length },
  );
  return checked.damage || hasDamagedExif ? undefined : jpegForPdf(checked.bytes);
}

interface Place extends Size {
  readonly left: number;
  readonly bottom: number;
}

/** Returns the sizes of a page and the place of an image on it, in points from the lower left corner. */
export function placeOnPage(
  size: Size,
  { page, margin }: PdfParameters,
): { readonly page: Size; readonly place: Place } {
  const border = margin * POINTS_PER_MM;
  const [short, long] = page === 'fit' ? [Infinity, Infinity] : PAPERS[page];
  const isWide = size.width > size.height;
  const paper = isWide ? { width: long, height: short } : { width: short, height: long };
  const room = { width: paper.width - 2 * border, height: paper.height - 2 * border };
  const most = MAX_PAGE_POINTS - 2 * border;
  const scale =
    page === 'fit'
      ? Math.min(1, most / size.width, most / size.height)
      : Math.min(room.width / size.width, room.height / size.height);
  const shown = { width: size.width * scale, height: size.height * scale };
  if (page === 'fit')
    return {
      page: { width: shown.width + 2 * border, height: shown.height + 2 * border },
      place: { ...shown, left: border, bottom: border },
    };
  const [left, bottom] = [(paper.width - shown.width) / 2, (paper.height - shown.height) / 2];
  return { page: paper, place: { ...shown, left, bottom } };
}

/** Returns the matrix that shows stored pixels, a unit square, in their Exif orientation (Exif 2.32, 4.6.4) at a place. */
export function matrixOf(orientation: Orientation, { left, bottom, width, height }: Place): PdfMatrix {
  const [right, top] = [left + width, bottom + height];
  switch (orientation) {
    case 1:
      return [width, 0, 0, height, left, bottom];
    case 2:
      return [-width, 0, 0, height, right, bottom];
    case 3:
      return [-width, 0, 0, -height, right, top];
    case 4:
      return [width, 0, 0, -height, left, top];
    case 5:
      return [0, -height, -width, 0, right, top];
    case 6:
      return [0, -height, width, 0, left, top];
    case 7:
      return [0, height, width, 0, left, bottom];
    case 8:
      return [0, height, -width, 0, right, bottom];
  }
}
