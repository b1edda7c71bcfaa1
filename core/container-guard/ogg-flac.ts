import { ascii, viewOf } from '../base/bytes.ts';
import { type SourceFile, windowedReader } from '../base/files.ts';
import { MAX_AUDIO_SECONDS } from '../base/limits.ts';
import { listOggStreams } from './ogg.ts';

const HEADER_BYTES = 27;
/** Bytes before the signature `fLaC` in the first packet: a type, `FLAC`, a version and a number of headers. */
const PREFIX_BYTES = 9;
/** Maximum pages that are listed, a hundred a second for a week. */
const MAX_PAGES = 100 * MAX_AUDIO_SECONDS;

/**
 * Shows FLAC in Ogg as a FLAC file: the pages' contents, one after another, are one (RFC 9639, 10.1). Returns
 * `undefined` for other files.
 */
export async function flacInOgg(file: SourceFile): Promise<SourceFile | undefined> {
  const stream = (await listOggStreams(file)).find(({ head }) => ascii(head, 0, 5) === '\x7fFLAC');
  if (!stream) return undefined;
  const read = windowedReader(file, 1 << 16);
  /** Offset of each page's content in the file, and in the FLAC file. */
  const [offsets, starts]: [number[], number[]] = [[], []];
  let size = 0;
  for (let at = 0; at + HEADER_BYTES <= file.size && starts.length < MAX_PAGES; ) {
    const header = await read(at, Math.min(file.size, at + HEADER_BYTES + 255));
    const segments = header[26] ?? 0;
    if (ascii(header, 0, 4) !== 'OggS' || header.length < HEADER_BYTES + segments) break;
    const lacing = header.subarray(HEADER_BYTES, HEADER_BYTES + segments);
    const content = at + HEADER_BYTES + segments;
    const end = Math.min(
      file.size,
      lacing.reduce((sum, length) => sum + length, content),
    );
    if (viewOf(header).getUint32(14, true) === stream.serial) {
      const from = starts.length === 0 ? content + PREFIX_BYTES : content;
      if (end > from) {
        offsets.push(from);
        starts.push(size);
        size += end - from;
      }
    }
    at = end;
  }
  return {
    name: file.name,
    size,
    async read(start = 0, end = size) {
      const stop = Math.min(end, size);
      const bytes = new Uint8Array(Math.max(0, stop - start));
      for (let page = lastAtOrBefore(starts, start), at = start; at < stop; page++) {
        const pageStart = starts[page] as number;
        const until = Math.min(stop, starts[page + 1] ?? size);
        const offset = offsets[page] as number;
        bytes.set(await file.read(offset + at - pageStart, offset + until - pageStart), at - start);
        at = until;
      }
      return bytes;
    },
  };
}

function lastAtOrBefore(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
