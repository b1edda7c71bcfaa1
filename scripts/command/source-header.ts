import { type ImageHeader, readImageHeader, sniffImage } from '#core/image/formats/registry.ts';
import { hasTiffSignature } from '#core/image/formats/tiff/tiff-directory.ts';
import { readStart } from '../platform/outside-file.ts';

/** Number of bytes that the first and the second attempt read to find an image's header, which metadata may precede. */
const HEADER_BYTES = [4096, 256 * 1024];

/** Returns the header of an image, if any, and the bytes read. */
export function headerOf(path: string, size: number): { readonly header?: ImageHeader; readonly start: Uint8Array } {
  let start: Uint8Array = new Uint8Array();
  // Last attempt: the whole file, but only for TIFF, whose header (the directory) may be at the end of the file.
  for (const length of [...HEADER_BYTES, size]) {
    if (length === size && start.length > 0 && !hasTiffSignature(start)) break;
    start = readStart(path, length);
    const header = readImageHeader(start);
    if (header) return { header, start };
    if (size <= length || !sniffImage(start)) break;
  }
  return { start };
}
