import { ascii, viewOf } from '../base/bytes.ts';
import type { SourceFile } from '../base/files.ts';
import { MAX_BOXES, MAX_VIDEO_INDEX_BYTES } from '../base/limits.ts';

/** End of a track's only edit. */
export interface EditEnd {
  readonly seconds: number;
  /** Seconds of one unit of time, to which the file rounds. */
  readonly unitSec: number;
}

/**
 * Returns where the edit list of a track in MP4 or MOV ends the track (ISO/IEC 14496-12, 8.6.6), because mediabunny reads
 * only where it starts. `undefined` without an edit list, or with several edits.
 */
export async function isoEditEnd(file: SourceFile, track: number): Promise<EditEnd | undefined> {
  const moov = await readMovie(file);
  const header = moov && childOf(moov, 'mvhd');
  if (!moov || !header) return undefined;
  const trak = childrenOf(moov)
    .filter(({ type }) => type === 'trak')
    .find(({ content }) => trackNumber(childOf(content, 'tkhd')) === track);
  const edits = trak && childOf(childOf(trak.content, 'edts') ?? new Uint8Array(0), 'elst');
  const scale = numberAt(header, header[0] === 1 ? 20 : 12);
  if (!edits || !scale || numberAt(edits, 4) !== 1) return undefined;
  const units = edits[0] === 1 ? numberAt(edits, 8) * 2 ** 32 + numberAt(edits, 12) : numberAt(edits, 8);
  return units > 0 ? { seconds: units / scale, unitSec: 1 / scale } : undefined;
}

async function readMovie(file: SourceFile): Promise<Uint8Array | undefined> {
  for (let at = 0, count = 0; at + 8 <= file.size && count < MAX_BOXES; count++) {
    const head = await file.read(at, Math.min(at + 16, file.size));
    const short = numberAt(head, 0);
    const isLong = short === 1;
    const size = isLong ? numberAt(head, 8) * 2 ** 32 + numberAt(head, 12) : short;
    if (ascii(head, 4, 4) === 'moov' && size > 8 && size <= MAX_VIDEO_INDEX_BYTES)
      return file.read(at + (isLong ? 16 : 8), Math.min(at + size, file.size));
    if (size < 8) return undefined;
    at += size;
  }
  return undefined;
}

function childrenOf(bytes: Uint8Array): readonly { readonly type: string; readonly content: Uint8Array }[] {
  const boxes: { readonly type: string; readonly content: Uint8Array }[] = [];
  for (let at = 0; at + 8 <= bytes.length && boxes.length < MAX_BOXES; ) {
    const size = numberAt(bytes, at);
    if (size < 8) break;
    boxes.push({ type: ascii(bytes, at + 4, 4), content: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
}

const childOf = (bytes: Uint8Array, type: string) => childrenOf(bytes).find((box) => box.type === type)?.content;

const trackNumber = (header: Uint8Array | undefined) => header && numberAt(header, header[0] === 1 ? 20 : 12);

/** Returns a 32-bit number; 0 past the end. */
const numberAt = (bytes: Uint8Array, at: number) => (at + 4 <= bytes.length ? viewOf(bytes).getUint32(at) : 0);
