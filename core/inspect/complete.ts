import { findFreeHeader, MAX_FREE_FRAME_BYTES } from '../audio/mp3/free-format.ts';
import { readXingBytes } from '../audio/mp3/info-frame.ts';
import { parseMp3Header } from '../audio/mp3/mp3-frames.ts';
import { isPlaceholderSize } from '../audio/wav/wav-reader.ts';
import { ascii, startsWith, viewOf } from '../base/bytes.ts';
import { type SourceFile, windowedReader } from '../base/files.ts';
import { readElement } from '../container-guard/check-elements.ts';
import { readImageHeader, sniffImage } from '../image/formats/registry.ts';
import { hasTiffSignature } from '../image/formats/tiff/tiff-directory.ts';

type Read = (start: number, end: number) => Promise<Uint8Array>;

/** Bytes read from the start of a file: 4 KiB contain most image headers, 256 KiB nearly all. */
const HEAD_BYTES = [4096, 256 * 1024] as const;

/** Bytes read from the end of a file, because some programs append data to an image. */
const TAIL_BYTES = 64 * 1024;

/**
 * True if a file has a readable header and the length that the header states. Reads at most a few hundred kB. False for
 * formats that Fudebako neither reads nor writes.
 */
export async function isCompleteFile(file: SourceFile): Promise<boolean> {
  try {
    const head = await file.read(0, HEAD_BYTES[0]);
    const read = windowedReader(file);
    if (sniffImage(head)) return await isCompleteImage(file, head, read);
    const magic = ascii(head, 0, 4);
    if (magic === 'RIFF' || magic === 'RF64')
      return endOfRiff(head) <= file.size || isPlaceholderSize(endOfRiff(head) - 8);
    if (ascii(head, 4, 4) === 'ftyp') return await endsWithBox(file.size, read, 'moov');
    if (magic === 'OggS') return endsWithOggPage(await file.read(Math.max(0, file.size - MAX_OGG_PAGE_BYTES)));
    if (startsWith(head, EBML_HEADER, 0)) return endOfSegment(head) <= file.size;
    return await isCompleteMp3(file.size, read);
  } catch (error) {
    // A RangeError means that the header refers to data beyond the end of the file, so the file is incomplete.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

async function isCompleteImage(file: SourceFile, head: Uint8Array, read: Read): Promise<boolean> {
  const { size } = file;
  const second = hasTiffSignature(head) ? size : HEAD_BYTES[1];
  const header = readImageHeader(head) ?? readImageHeader(await file.read(0, second));
  if (!header) return false;
  switch (header.format) {
    case 'jpg': {
      const scan = await findScan(size, read);
      return scan !== undefined && holds(await file.read(Math.max(scan, size - TAIL_BYTES)), [0xff, 0xd9]);
    }
    case 'png':
      return holds(await file.read(Math.max(8, size - TAIL_BYTES)), PNG_END);
    case 'webp':
      return endOfRiff(head) <= size;
    case 'gif':
      return (await read(size - 1, size))[0] === 0x3b;
    case 'avif':
    case 'heic':
      return endsWithBox(size, read, 'meta');
    default:
      return true;
  }
}

/** Bytes of the chunk IEND, which are equal in every PNG. */
const PNG_END = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];

function holds(bytes: Uint8Array, sequence: readonly number[]): boolean {
  for (let at = bytes.length - sequence.length; at >= 0; at--) if (startsWith(bytes, sequence, at)) return true;
  return false;
}

/** Finds a JPEG's first scan. An EOI marker before the scan ends an embedded thumbnail (ITU-T T.81, B.1.1.4). */
async function findScan(size: number, read: Read): Promise<number | undefined> {
  for (let at = 2; at + 4 <= size; ) {
    const [first, marker = 0, high = 0, low = 0] = await read(at, at + 4);
    if (first !== 0xff) return undefined;
    if (marker === 0xda) return at + 4;
    // Fill bytes 0xFF may precede a marker (ITU-T T.81, B.1.1.2).
    at += marker === 0xff ? 1 : 2 + high * 256 + low;
  }
  return undefined;
}

/** Returns the length that a RIFF file states; RF64 states 64-bit sizes (EBU Tech 3306). */
function endOfRiff(head: Uint8Array): number {
  const view = viewOf(head);
  const isLong = ascii(head, 0, 4) === 'RF64' && ascii(head, 12, 4) === 'ds64';
  return 8 + (isLong ? Number(view.getBigUint64(20, true)) : view.getUint32(4, true));
}

/** True if top-level boxes (ISO/IEC 14496-12, 4.2) fill the file exactly and include the box `type`. */
async function endsWithBox(size: number, read: Read, type: string): Promise<boolean> {
  let isThere = false;
  for (let at = 0; at < size; ) {
    const view = viewOf(await read(at, at + 16));
    const bytes = view.getUint32(0);
    isThere ||= ascii(new Uint8Array(view.buffer, view.byteOffset), 4, 4) === type;
    // A box of size 0 extends to the end of the file; after size 1, a 64-bit size follows.
    const length = bytes === 1 ? Number(view.getBigUint64(8)) : bytes || size - at;
    if (length < 8 || at + length > size) return false;
    at += length;
  }
  return isThere;
}

/** Maximum bytes of an Ogg page: header of 27 bytes, 255 lacing values, 255 segments of 255 bytes (RFC 3533, 6). */
const MAX_OGG_PAGE_BYTES = 27 + 255 + 255 * 255;
const END_OF_STREAM = 4;

function endsWithOggPage(tail: Uint8Array): boolean {
  for (let at = tail.length - 27; at >= 0; at--) {
    if (ascii(tail, at, 4) !== 'OggS') continue;
    const lacing = tail.subarray(at + 27, at + 27 + (tail[at + 26] as number));
    const end = at + 27 + lacing.length + lacing.reduce((sum, bytes) => sum + bytes, 0);
    if (end === tail.length) return ((tail[at + 5] as number) & END_OF_STREAM) !== 0;
  }
  return false;
}

const EBML_HEADER = [0x1a, 0x45, 0xdf, 0xa3];
const SEGMENT = 0x18538067;

/** Returns the length that a Matroska or WebM segment states; 0 for live recordings (RFC 9559, 5.1). */
function endOfSegment(head: Uint8Array): number {
  const header = readElement(head, 0);
  const segment = header?.size === undefined ? undefined : readElement(head, header.start + header.size);
  if (segment?.id !== SEGMENT) return Number.POSITIVE_INFINITY;
  return segment.size === undefined ? 0 : segment.start + segment.size;
}

const ID3_BYTES = 10;

/** True if the length in the Xing header of an MP3 matches the file, or if the MP3 has no Xing header. */
async function isCompleteMp3(size: number, read: Read): Promise<boolean> {
  const tag = await read(0, ID3_BYTES);
  const start = ascii(tag, 0, 3) === 'ID3' ? ID3_BYTES + synchsafe(viewOf(tag).getUint32(6)) : 0;
  const head = await read(start, Math.min(size, start + 3 * MAX_FREE_FRAME_BYTES));
  const header = parseMp3Header(head) ?? findFreeHeader(head, 0);
  if (!header || start + header.frameBytes > size) return false;
  const bytes = readXingBytes(await read(start, start + header.frameBytes), header);
  return bytes === undefined || start + bytes <= size;
}

/** Decodes a synchsafe integer: four bytes of seven bits each (ID3v2.4, 6.2). */
const synchsafe = (value: number) =>
  ((value >>> 24) & 127) * 2 ** 21 + ((value >>> 16) & 127) * 2 ** 14 + ((value >>> 8) & 127) * 2 ** 7 + (value & 127);
