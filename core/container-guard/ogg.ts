import { ascii, viewOf } from '../base/bytes.ts';
import type { SourceFile } from '../base/files.ts';
import { MAX_TRACKS } from '../base/limits.ts';

/** A logical stream of an Ogg file (RFC 3533). */
export interface OggStream {
  readonly serial: number;
  readonly head: Uint8Array;
}

const HEADER_BYTES = 27;
const MAX_PAGE_BYTES = HEADER_BYTES + 255 + 255 * 255;
const FIRST_PAGE = 2;

/** Lists the logical streams of an Ogg file. The first pages of all streams are at the start of the file (RFC 3533). */
export async function listOggStreams(file: SourceFile): Promise<readonly OggStream[]> {
  const streams: OggStream[] = [];
  for (let position = 0; streams.length < MAX_TRACKS; ) {
    const page = await file.read(position, Math.min(file.size, position + MAX_PAGE_BYTES));
    const segments = page[26] ?? 0;
    const start = HEADER_BYTES + segments;
    if (ascii(page, 0, 4) !== 'OggS' || page.length < start || !((page[5] ?? 0) & FIRST_PAGE)) break;
    const size = page.subarray(HEADER_BYTES, start).reduce((sum, lacing) => sum + lacing, 0);
    streams.push({ serial: viewOf(page).getUint32(14, true), head: page.subarray(start, start + size) });
    position += start + size;
  }
  return streams;
}

/** Bytes at the file's end in which to search for a stream's last page, as streams are interleaved. */
const END_BYTES = 4 * MAX_PAGE_BYTES;

/** Returns the granule position of a stream's last page (samples for audio); `undefined` if none is near the end. */
export async function lastGranule(file: SourceFile, serial: number): Promise<number | undefined> {
  const bytes = await file.read(Math.max(0, file.size - END_BYTES), file.size);
  const view = viewOf(bytes);
  for (let at = bytes.length - HEADER_BYTES; at >= 0; at--) {
    if (bytes[at] !== 0x4f || ascii(bytes, at, 4) !== 'OggS' || view.getUint32(at + 14, true) !== serial) continue;
    const granule = view.getBigInt64(at + 6, true);
    if (granule >= 0n) return Number(granule);
  }
  return undefined;
}
