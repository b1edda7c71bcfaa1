import type { Input } from 'mediabunny';
import { ascii, joinBytes, letters, startsWith, viewOf } from '../base/bytes.ts';
import { FudebakoError } from '../base/errors.ts';
import {
  MAX_IDLE_REQUESTS,
  MAX_MEDIA_PASSES,
  MAX_MEDIA_PIECE_BYTES,
  MAX_TAG_ENTRIES,
  MEDIA_EXTRA_BYTES,
  MEDIA_PAGE_BYTES,
} from '../base/limits.ts';
import { validateIsoBoxes } from './check-boxes.ts';
import { readElement, validateElements, WHOLE_ELEMENTS } from './check-elements.ts';

interface Piece {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** Stops endless repetition of mediabunny's read requests, and rejects headers with wrong sizes or counts. */
export class ParserWatch {
  readonly fileBytes: number;
  readonly #pages = new Set<number>();
  #requests = 0;
  #requestedBytes = 0;
  readonly #kind: 'iso' | 'ebml' | 'ogg' | 'flac' | undefined;
  /** Content of an Ogg comment header, from the pages that have been read so far. */
  #comments: Uint8Array | undefined;
  #pageDataStart: number | undefined;
  /** Maps the file offset of a box's content to the check for that content. Reading the box's header adds the entry. */
  readonly #announced = new Map<number, (bytes: Uint8Array) => boolean>();

  constructor(fileBytes: number, head: Uint8Array) {
    this.fileBytes = fileBytes;
    this.#kind = kindOf(head);
  }

  progress(): void {
    this.#requests = 0;
    this.#requestedBytes = 0;
    this.#pages.clear();
  }

  /** Checks a read that the media parser requests. Throws FudebakoError `mediaDamaged` for too many or too long reads. */
  request(start: number, length: number): void {
    if (start < this.fileBytes) this.#pages.add(Math.floor(start / MEDIA_PAGE_BYTES));
    this.#requests++;
    this.#requestedBytes += length;
    const maxRequests = MAX_IDLE_REQUESTS * (1 + this.#pages.size);
    const maxBytes = MEDIA_EXTRA_BYTES + MAX_MEDIA_PASSES * this.fileBytes;
    // A request past the end of the file returns no bytes, so its length doesn't matter.
    const isTooLong = length > MAX_MEDIA_PIECE_BYTES && start + length <= this.fileBytes;
    if (this.#requests > maxRequests || this.#requestedBytes > maxBytes || isTooLong) throw damaged();
  }

  /** Checks the bytes that the media parser has read. Throws FudebakoError `mediaDamaged`. */
  receive(piece: Piece): void {
    const isValid = this.#announced.get(piece.start);
    if (isValid && piece.bytes.length > MAX_HEADER_BYTES) {
      if (!isValid(piece.bytes)) throw damaged();
      if (this.#kind === 'iso') renameShortColors(piece.bytes);
    }
    if (this.#kind === 'ogg') this.#readPage(piece);
    if (piece.bytes.length <= MAX_HEADER_BYTES) this.#readHeader(piece);
  }

  /** Joins pages of a comment header, because a long vendor string moves the entry count to a later page. */
  #readPage({ start, bytes }: Piece): void {
    if (startsComments(bytes)) this.#comments = bytes;
    else if (!this.#comments) return;
    else if (start === this.#pageDataStart) this.#comments = joinBytes(this.#comments, bytes);
    else {
      this.#pageDataStart = oggPageDataStart(start, bytes);
      return;
    }
    this.#pageDataStart = undefined;
    const areValid = validateOggComments(this.#comments);
    if (areValid === false || this.#comments.length > MAX_VENDOR_BYTES) throw damaged();
    if (areValid) this.#comments = undefined;
  }

  #readHeader({ start, bytes }: Piece): void {
    if (this.#kind === 'iso' && bytes.length >= 8) {
      const type = ascii(bytes, 4, 4);
      const headerBytes = viewOf(bytes).getUint32(0) === 1 ? 16 : 8;
      if (type === 'moov' || type === 'mfra') this.#announce(start + headerBytes, validateIsoBoxes);
      // mediabunny reads a whole `moof` box with its header in one request, so the check skips the header.
      else if (type === 'moof') this.#announce(start, (whole) => validateIsoBoxes(whole.subarray(headerBytes)));
    } else if (this.#kind === 'ebml') {
      const element = readElement(bytes, 0);
      if (element && WHOLE_ELEMENTS.includes(element.id)) this.#announce(start + element.start, validateElements);
    } else if (this.#kind === 'flac' && bytes.length === 4 && ((bytes[0] as number) & 127) === FLAC_COMMENTS)
      this.#announce(start + 4, (content) => validateVorbisComments(content));
  }

  #announce(start: number, isValid: (bytes: Uint8Array) => boolean): void {
    this.#announced.set(start, isValid);
    const [oldest] = this.#announced.keys();
    if (this.#announced.size > MAX_ANNOUNCED && oldest !== undefined) this.#announced.delete(oldest);
  }
}

/** Returns the file offset of the content of the Ogg page at `start`; `undefined` for an empty page. */
function oggPageDataStart(start: number, header: Uint8Array): number | undefined {
  const end = OGG_HEADER_BYTES + (header[26] ?? 0);
  const isEmpty = header.subarray(OGG_HEADER_BYTES, end).every((lacing) => lacing === 0);
  return isEmpty ? undefined : start + end;
}

const OGG_HEADER_BYTES = 27;

const SHORT_NCLX = [0, 0, 0, 18, ...letters('colrnclx')];

/** Renames `nclx` color boxes that lack the last byte to `nclc`, so that mediabunny doesn't read past their end. */
function renameShortColors(bytes: Uint8Array): void {
  for (let at = bytes.indexOf(18); at >= 0; at = bytes.indexOf(18, at + 1))
    if (startsWith(bytes, SHORT_NCLX, at - 3)) bytes[at + 8] = NCLC_END;
}

const NCLC_END = 'c'.charCodeAt(0);

const damaged = () => new FudebakoError('mediaDamaged');

const MAX_HEADER_BYTES = 16;
const MAX_ANNOUNCED = 256;
const MAX_VENDOR_BYTES = 2 ** 20;
const FLAC_COMMENTS = 4;

function kindOf(head: Uint8Array): 'iso' | 'ebml' | 'ogg' | 'flac' | undefined {
  if (startsWith(head, [0x1a, 0x45, 0xdf, 0xa3])) return 'ebml';
  if (ascii(head, 0, 4) === 'OggS') return 'ogg';
  // In a FLAC file, an ID3 tag may precede the signature.
  if (ascii(head, 0, 4) === 'fLaC' || ascii(head, 0, 3) === 'ID3') return 'flac';
  return /^[a-z]{4}$/.test(ascii(head, 4, 4)) ? 'iso' : undefined;
}

/** The method of mediabunny's private reader that `watchInput` replaces. */
interface ParserReader {
  requestSlice(start: number, length: number): Slice | null | Promise<Slice | null>;
}

interface Slice {
  readonly bytes: Uint8Array;
  readonly bufferPos: number;
  readonly length: number;
}

/** Passes every read request to `watch`. A test checks that mediabunny has the field `_reader`. */
export function watchInput(input: Input, watch: ParserWatch): void {
  input.on('source', () => {
    const { _reader: reader } = input as unknown as { _reader: ParserReader };
    const requestSlice = reader.requestSlice.bind(reader);
    const receive = (start: number, slice: Slice | null) => {
      if (slice) watch.receive({ start, bytes: slice.bytes.subarray(slice.bufferPos, slice.bufferPos + slice.length) });
      return slice;
    };
    // mediabunny determines the file's size by its first read, so this read must be inside the file.
    void Promise.resolve(requestSlice(0, 1)).catch(() => undefined);
    reader.requestSlice = (start, length) => {
      watch.request(start, length);
      const slice = requestSlice(start, length);
      return slice instanceof Promise ? slice.then((read) => receive(start, read)) : receive(start, slice);
    };
  });
}

const OPUS = 'OpusTags';
const VORBIS = '\x03vorbis';

/** True for an Ogg page that starts with a comment header (RFC 7845, 5.2; Vorbis I, 5). */
function startsComments(page: Uint8Array): boolean {
  return ascii(page, 0, OPUS.length) === OPUS || ascii(page, 0, VORBIS.length) === VORBIS;
}

/** Checks a comment header in consecutive Ogg pages. Returns `undefined` if the entry count is on a later page. */
function validateOggComments(pages: Uint8Array): boolean | undefined {
  const at = ascii(pages, 0, OPUS.length) === OPUS ? OPUS.length : VORBIS.length;
  const isCut = at + 4 > pages.length || at + 8 + viewOf(pages).getUint32(at, true) > pages.length;
  return isCut ? undefined : validateVorbisComments(pages, at);
}

/** Returns false for too many entries, which slow mediabunny down. `at` is the offset of the vendor string's length. */
function validateVorbisComments(bytes: Uint8Array, at = 0): boolean {
  const view = viewOf(bytes);
  if (at + 4 > bytes.length) return false;
  const count = at + 4 + view.getUint32(at, true);
  return count + 4 <= bytes.length && view.getUint32(count, true) <= MAX_TAG_ENTRIES;
}
