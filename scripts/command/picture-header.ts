import { readImageHeader, sniffPicture } from '#core/image/codecs/header.ts';
import type { ImageHeader } from '#core/image/codecs/image-header.ts';
import { readStart } from '../platform/outside-file.ts';

/** Where the size stands in all but pictures with much about themselves before it, and in most of those. */
const HEADER_BYTES = [4096, 256 * 1024];

/** A picture's header, nothing where there is none at the beginning; and the bytes that were looked at. */
export function headerOf(path: string, size: number): { readonly header?: ImageHeader; readonly start: Uint8Array } {
  let start: Uint8Array = new Uint8Array();
  for (const length of HEADER_BYTES) {
    start = readStart(path, length);
    const header = readImageHeader(start);
    if (header) return { header, start };
    if (size <= length || !sniffPicture(start)) break;
  }
  return { start };
}
