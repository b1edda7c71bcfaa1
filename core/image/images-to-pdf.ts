import { CancelledError } from '../base/errors.ts';
import type { SourceFile } from '../base/files.ts';
import { partOf } from '../base/progress.ts';
import { withFileName } from '../base/with-file-name.ts';
import type { Point, Size } from '../geometry/point.ts';
import type { OperationContext } from '../platform/context.ts';
import { warnOfFrames } from './animation/animation-file.ts';
import { checkImageSize } from './check-size.ts';
import { decodeImage, headerError } from './codecs/decode.ts';
import { readDensity } from './codecs/metadata.ts';
import { formatNamed, type ImageHeader, readImageHeader } from './formats/registry.ts';
import { roundedDpi } from './metadata/density.ts';
import { type Orientation, turnedSize } from './orientation.ts';
import { MIN_PAGE_POINTS, matrixOf, type PdfParameters, POINTS_PER_INCH, placeOnPage } from './pdf/page-place.ts';
import { jpegForPdf, rasterForPdf } from './pdf/pdf-images.ts';
import { type PdfImage, PdfWriter } from './pdf/pdf-writer.ts';

/** Resolution of images that state none, as in CSS. */
const DEFAULT_DPI = 96;
/** Resolution that programs write if they know none (Exif 2.32, 4.6.5). */
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
    await warnOfFrames(file, context);
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
  const stated = isStated ? pointsAt(header, density) : undefined;
  // A resolution such as 65535 dpi would make a page that nobody sees.
  const isVisible = stated && Math.min(stated.width, stated.height) >= MIN_PAGE_POINTS;
  const points = isVisible ? stated : pointsAt(header, { x: DEFAULT_DPI, y: DEFAULT_DPI });
  const size = turnedSize(points, header.orientation);
  if (header.format === 'jpg') {
    const image = await readJpeg(bytes, header, context);
    if (image) return { image, size, orientation: header.orientation };
  }
  const { raster } = await decodeImage(file, context);
  return { image: await rasterForPdf(raster, context), size, orientation: 1 };
}

const pointsAt = ({ width, height }: Size, { x, y }: Point): Size => ({
  width: (width / x) * POINTS_PER_INCH,
  height: (height / y) * POINTS_PER_INCH,
});

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
