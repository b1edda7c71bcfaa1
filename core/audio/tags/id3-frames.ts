import { ascii, joinBytes } from '../../base/bytes.ts';
import type { TextEncoding } from '../../base/detect-encoding.ts';
import { inflateWithin } from '../../base/inflate.ts';
import { MAX_INFLATED_TAG_BYTES, MAX_TAG_ENTRIES, MAX_TAG_TEXT_BYTES } from '../../base/limits.ts';
import { encodeUtf8 } from '../../base/text-encoding.ts';
import { decodeTagTexts, decodeTogether } from './tag-text.ts';

export const ID3_HEADER_BYTES = 10;

export interface Id3Frame {
  /** Four characters. A frame of ID3v2.2 has the ID of its counterpart in ID3v2.3. */
  readonly id: string;
  /** The ID in the file. */
  readonly name: string;
  /** The content, decompressed and without unsynchronization. */
  readonly body: Uint8Array;
  /** Version of the tag with the frame; `undefined` for a frame that is equal in all versions. */
  readonly version?: Id3Version;
}

export type Id3Version = 3 | 4;

interface Id3Content {
  readonly frames: readonly Id3Frame[];
  /** IDs of frames that are encrypted, damaged or have no counterpart in ID3v2.3. */
  readonly dropped: readonly string[];
}

/** Returns the length of an ID3v2 tag with header and footer, from its first ten bytes; 0 without a tag. */
export function id3Length(header: Uint8Array): number {
  if (header.length < ID3_HEADER_BYTES || ascii(header, 0, 3) !== 'ID3') return 0;
  const [major, flags] = [header[3] as number, header[5] as number];
  if (major < 2 || major > 4 || header.subarray(6, 10).some((byte) => byte > 127)) return 0;
  const footer = major === 4 && flags & 0x10 ? ID3_HEADER_BYTES : 0;
  return ID3_HEADER_BYTES + syncsafe(header, 6) + footer;
}

/**
 * Reads the frames of a complete ID3v2 tag, including the header. For a damaged tag, reads the frames before the damage.
 * Texts in ISO 8859-1 become UTF-8, because programs write texts of any encoding as ISO 8859-1. `named` is the encoding
 * that the user has named for them.
 */
export function readId3Frames(tag: Uint8Array, named?: TextEncoding): Id3Content {
  const { frames, dropped } = readRawFrames(tag);
  const unstated = frames.map(unstatedText);
  const texts = decodeTogether(
    unstated.flatMap((text) => text ?? []),
    named,
  );
  return {
    frames: frames.map((frame, index) => (unstated[index] ? withText(frame, texts.shift() ?? '') : frame)),
    dropped,
  };
}

/** Returns the offset of a frame's texts behind the encoding and the language; 0 for a frame of another kind. */
export function textStart(id: string): number {
  if (id === 'COMM' || id === 'USLT') return 4;
  return id.startsWith('T') || id === 'IPLS' ? 1 : 0;
}

/** Returns the texts of a frame that claims ISO 8859-1, unless they are ASCII. */
function unstatedText({ id, body }: Id3Frame): Uint8Array | undefined {
  const start = textStart(id);
  if (start === 0 || body[0] !== 0 || body.length > MAX_TAG_TEXT_BYTES) return undefined;
  return body.some((byte) => byte >= 0x80 || byte === 0x1b) ? body.subarray(start) : undefined;
}

const withText = (frame: Id3Frame, text: string): Id3Frame => ({
  ...frame,
  body: joinBytes([UTF_8], frame.body.subarray(1, textStart(frame.id)), encodeUtf8(text)),
});

const UTF_8 = 3;

function readRawFrames(tag: Uint8Array): Id3Content {
  const frames: Id3Frame[] = [];
  const dropped = new Set<string>();
  if (id3Length(tag) === 0) return { frames, dropped: [] };
  const [major, flags] = [tag[3] as number, tag[5] as number];
  const isUnsynchronized = (flags & 0x80) !== 0;
  let bytes = tag.subarray(ID3_HEADER_BYTES, Math.min(tag.length, ID3_HEADER_BYTES + syncsafe(tag, 6)));
  if (isUnsynchronized && major < 4) bytes = undoUnsynchronization(bytes);
  let at = 0;
  // The length of the extended header includes the length field in ID3v2.4, but not in ID3v2.3.
  if (flags & 0x40 && major === 3) at = 4 + u32(bytes, 0);
  if (flags & 0x40 && major === 4) at = syncsafe(bytes, 0);
  const [idLength, headerLength] = major === 2 ? [3, 6] : [4, 10];
  let inflatedBytes = 0;
  for (let count = 0; at + headerLength <= bytes.length && bytes[at] !== 0; count++) {
    const name = ascii(bytes, at, idLength);
    const start = at + headerLength;
    const end = start + frameSize(bytes, at, major);
    if (end > bytes.length) break;
    if (count >= MAX_TAG_ENTRIES) {
      dropped.add('…');
      break;
    }
    const header = bytes.subarray(at, start);
    at = end;
    const frame = readFrame(name, header, bytes.subarray(start, end), major, isUnsynchronized, inflatedBytes);
    if (!frame) dropped.add(printable(name));
    else if (frame.body.length > 0) {
      frames.push(frame);
      inflatedBytes += isCompressed(header, major) ? frame.body.length : 0;
    }
  }
  return { frames, dropped: [...dropped] };
}

/** Returns a frame ID that fits into a message. */
const printable = (name: string) => name.replace(/[^\x21-\x7e]+/g, '').padEnd(1, '?');

function readFrame(
  name: string,
  header: Uint8Array,
  content: Uint8Array,
  major: number,
  isUnsynchronized: boolean,
  inflatedBytes: number,
): Id3Frame | undefined {
  if (major === 2) {
    const renamed = frameIdOfVersion22(name);
    return renamed ? { id: renamed, name, body: bodyOfVersion23(renamed, content), version: 3 } : undefined;
  }
  const body = plainBody(header[9] as number, content, major, isUnsynchronized, inflatedBytes);
  if (!body) return undefined;
  if (/^[A-Z][A-Z0-9]{3}$/.test(name)) return { id: name, name, body, version: major as Id3Version };
  // Some programs convert tags of ID3v2.2 and keep the IDs, with a space or zero at the end.
  const renamed = /^[A-Z][A-Z0-9]{2}[ \0]$/.test(name) ? frameIdOfVersion22(name.slice(0, 3)) : undefined;
  return renamed && renamed !== 'APIC' ? { id: renamed, name, body, version: major as Id3Version } : undefined;
}

/** Converts the picture type of ID3v2.2, three characters such as `JPG`, to a MIME type. Other frames are equal. */
function bodyOfVersion23(id: string, body: Uint8Array): Uint8Array {
  if (id !== 'APIC') return body;
  const type = ascii(body, 1, Math.min(3, body.length - 1)).toLowerCase();
  const mimeType = type === '-->' ? type : `image/${type === 'jpg' ? 'jpeg' : type}`;
  return joinBytes(
    body.subarray(0, 1),
    [...mimeType].map((letter) => letter.charCodeAt(0)),
    [0],
    body.subarray(4),
  );
}

function frameSize(bytes: Uint8Array, at: number, major: number): number {
  if (major === 2)
    return ((bytes[at + 3] as number) << 16) | ((bytes[at + 4] as number) << 8) | (bytes[at + 5] as number);
  const plain = u32(bytes, at + 4);
  if (major === 3 || plain < 0x80) return plain;
  // Old iTunes versions wrote plain instead of syncsafe sizes. Uses the size after which a frame or padding follows.
  const safe = syncsafe(bytes, at + 4);
  return isFrameEnd(bytes, at + 10 + safe) || !isFrameEnd(bytes, at + 10 + plain) ? safe : plain;
}

function isFrameEnd(bytes: Uint8Array, at: number): boolean {
  return (
    at === bytes.length || (at + 4 <= bytes.length && /^([A-Z0-9]{3}[A-Z0-9 \0]|\0{4})$/.test(ascii(bytes, at, 4)))
  );
}

const isCompressed = (header: Uint8Array, major: number) => ((header[9] ?? 0) & (major === 3 ? 0x80 : 0x08)) !== 0;

/**
 * Returns the content of a frame of ID3v2.3 or 2.4 without the fields that its flags announce, decompressed; `undefined`
 * for an encrypted or damaged frame, and for a frame that would exceed the limit of decompressed bytes.
 */
function plainBody(
  flags: number,
  content: Uint8Array,
  major: number,
  isUnsynchronized: boolean,
  inflatedBytes: number,
): Uint8Array | undefined {
  const [encrypted, grouped] = major === 3 ? [0x40, 0x20] : [0x04, 0x40];
  if (flags & encrypted) return undefined;
  const compressed = major === 3 ? flags & 0x80 : flags & 0x08;
  const hasLength = major === 3 ? compressed : flags & 0x09;
  let body = content.subarray((flags & grouped ? 1 : 0) + (hasLength ? 4 : 0));
  if (major === 4 && (isUnsynchronized || flags & 0x02)) body = undoUnsynchronization(body);
  if (!compressed) return body;
  try {
    return inflateWithin(body, MAX_INFLATED_TAG_BYTES - inflatedBytes);
  } catch {
    return undefined;
  }
}

/**
 * Removes the zero that unsynchronization inserts after every 0xFF, so that players don't mistake a tag for audio.
 * Returns bytes unchanged that include a sync word: some programs set the flag without the change.
 */
function undoUnsynchronization(bytes: Uint8Array): Uint8Array {
  const plain = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    plain[length++] = bytes[at] as number;
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next >= 0xe0) return bytes;
    if (next === 0) at++;
  }
  return plain.subarray(0, length);
}

/** Returns a text that is equal for frames of which a tag can have only one. */
export function frameKey({ id, body }: Id3Frame): string {
  const [encoding = 0] = body;
  const describedAt = id === 'TXXX' || id === 'WXXX' ? 1 : id === 'COMM' || id === 'USLT' ? 4 : undefined;
  if (describedAt === undefined) return id === 'TIPL' ? 'IPLS' : id;
  const [description = ''] = decodeTagTexts(body.subarray(describedAt), encoding);
  return `${id}:${ascii(body, 1, describedAt - 1)}:${description.toLowerCase()}`;
}

const u32 = (bytes: Uint8Array, at: number) =>
  (((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) >>> 0;

/** Reads a syncsafe integer: four bytes of seven bits each. */
function syncsafe(bytes: Uint8Array, at: number): number {
  const bits = (index: number) => (bytes[at + index] ?? 0) & 0x7f;
  return (bits(0) << 21) | (bits(1) << 14) | (bits(2) << 7) | bits(3);
}

/** Frame IDs of ID3v2.2 with their counterparts in ID3v2.3 and common extensions. CRM and LNK have none. */
const FRAME_IDS = new Map(
  (
    'BUF RBUF CNT PCNT COM COMM CRA AENC EQU EQUA ETC ETCO GEO GEOB GP1 GRP1 IPL IPLS MCI MCDI MLL MLLT MVI MVIN ' +
    'MVN MVNM PCS PCST PIC APIC POP POPM REV RVRB RVA RVAD SLT SYLT STC SYTC TAL TALB TBP TBPM TCM TCOM TCO TCON ' +
    'TCP TCMP TCR TCOP TCT TCAT TDA TDAT TDR TDRL TDS TDES TDY TDLY TEN TENC TFT TFLT TID TGID TIM TIME TKE TKEY ' +
    'TKW TKWD TLA TLAN TLE TLEN TMT TMED TOA TOPE TOF TOFN TOL TOLY TOR TORY TOT TOAL TP1 TPE1 TP2 TPE2 TP3 TPE3 ' +
    'TP4 TPE4 TPA TPOS TPB TPUB TRC TSRC TRD TRDA TRK TRCK TS2 TSO2 TSA TSOA TSC TSOC TSI TSIZ TSP TSOP TSS TSSE ' +
    'TST TSOT TT1 TIT1 TT2 TIT2 TT3 TIT3 TXT TEXT TXX TXXX TYE TYER UFI UFID ULT USLT WAF WOAF WAR WOAR WAS WOAS ' +
    'WCM WCOM WCP WCOP WFD WFED WPB WPUB WXX WXXX'
  )
    .match(/\w{3} \w{4}/g)
    ?.map((pair) => pair.split(' ') as [string, string]),
);

const frameIdOfVersion22 = (id: string): string | undefined => FRAME_IDS.get(id);
