import { ascii, startsWith } from '../../base/bytes.ts';
import { MAX_TAG_ENTRIES, MAX_TAG_PICTURES, MAX_TAG_TEXT_BYTES } from '../../base/limits.ts';
import { decodeLatin1, decodeUtf8OrLatin1, decodeUtf16 } from '../../base/text-encoding.ts';
import { type AttachedPicture, dateOf, type MediaTags, setNumberOfTotal, setText, type TextTag } from './tags.ts';

export const ID3_HEADER_BYTES = 10;
export const ID3V1_BYTES = 128;

/** Returns the length of an ID3v2 tag with header and footer, from its first ten bytes; 0 without a tag. */
export function id3Length(header: Uint8Array): number {
  if (header.length < ID3_HEADER_BYTES || ascii(header, 0, 3) !== 'ID3') return 0;
  const [major, flags] = [header[3] as number, header[5] as number];
  if (major < 2 || major > 4 || header.subarray(6, 10).some((byte) => byte > 127)) return 0;
  const footer = major === 4 && flags & 0x10 ? ID3_HEADER_BYTES : 0;
  return ID3_HEADER_BYTES + syncsafe(header, 6) + footer;
}

/** Parses a complete ID3v2 tag, including the header. For a damaged tag, returns the frames before the damage. */
export function readId3(bytes: Uint8Array): MediaTags {
  const tags: MediaTags = {};
  let entries = 0;
  for (const frame of id3Frames(bytes)) {
    if (++entries > MAX_TAG_ENTRIES) break;
    readFrame(frame, tags);
  }
  return tags;
}

/** Reads iTunes' encoder delay, padding and audio length in samples from the comment `iTunSMPB`. */
export function readItunesGapless(bytes: Uint8Array): { delay: number; padding: number; samples: number } | undefined {
  let entries = 0;
  for (const frame of id3Frames(bytes)) {
    if (++entries > MAX_TAG_ENTRIES) break;
    if (frame.id !== 'COMM' && frame.id !== 'COM') continue;
    const { description, text } = languageText(frame.body);
    if (description !== 'iTunSMPB') continue;
    const [, delay, padding, samples] = text
      .trim()
      .split(/\s+/, 4)
      .map((word) => Number.parseInt(word, 16));
    if (delay !== undefined && padding !== undefined && samples !== undefined && samples > 0)
      return { delay, padding, samples };
  }
  return undefined;
}

interface Id3Frame {
  readonly id: string;
  readonly body: Uint8Array;
}

function* id3Frames(tag: Uint8Array): Generator<Id3Frame> {
  if (id3Length(tag) === 0) return;
  const [major, flags] = [tag[3] as number, tag[5] as number];
  let bytes = tag.subarray(ID3_HEADER_BYTES, Math.min(tag.length, ID3_HEADER_BYTES + syncsafe(tag, 6)));
  if (flags & 0x80 && major < 4) bytes = undoUnsynchronisation(bytes);
  let at = 0;
  // The length of the extended header includes the length field in ID3v2.4, but not in ID3v2.3.
  if (flags & 0x40 && major === 3) at = 4 + u32(bytes, 0);
  if (flags & 0x40 && major === 4) at = syncsafe(bytes, 0);
  const [idLength, headerLength] = major === 2 ? [3, 6] : [4, 10];
  while (at + headerLength <= bytes.length) {
    const id = ascii(bytes, at, idLength);
    if (!/^[A-Z0-9]+$/.test(id)) return;
    const size = frameSize(bytes, at, major);
    const start = at + headerLength;
    const end = start + size;
    if (end > bytes.length) return;
    const body = major === 2 ? bytes.subarray(start, end) : plainBody(bytes, at, start, end, major);
    if (body && body.length > 0) yield { id, body };
    at = end;
  }
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
  return at === bytes.length || (at + 4 <= bytes.length && /^([A-Z0-9]{4}|\0{4})$/.test(ascii(bytes, at, 4)));
}

/** Returns an ID3 frame's body without extra fields that its flags announce; `undefined` if compressed or encrypted. */
function plainBody(bytes: Uint8Array, at: number, start: number, end: number, major: number): Uint8Array | undefined {
  const flags = bytes[at + 9] as number;
  if (major === 3) return flags & 0xc0 ? undefined : bytes.subarray(start + (flags & 0x20 ? 1 : 0), end);
  if (flags & 0x0c) return undefined;
  const skipped = (flags & 0x40 ? 1 : 0) + (flags & 0x01 ? 4 : 0);
  const body = bytes.subarray(start + skipped, end);
  return flags & 0x02 ? undoUnsynchronisation(body) : body;
}

/** Removes the zero that unsynchronization inserts after every 0xFF, so that players don't mistake a tag for audio. */
function undoUnsynchronisation(bytes: Uint8Array): Uint8Array {
  const plain = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    plain[length++] = bytes[at] as number;
    if (bytes[at] === 0xff && bytes[at + 1] === 0) at++;
  }
  return plain.subarray(0, length);
}

const TEXT_FRAMES: Readonly<Record<string, TextTag>> = {
  TIT2: 'title',
  TT2: 'title',
  TIT3: 'description',
  TT3: 'description',
  TPE1: 'artist',
  TP1: 'artist',
  TALB: 'album',
  TAL: 'album',
  TPE2: 'albumArtist',
  TP2: 'albumArtist',
};

function readFrame({ id, body }: Id3Frame, tags: MediaTags): void {
  if (id === 'APIC' || id === 'PIC') addPicture(readPicture(body, id === 'PIC'), tags);
  else if (id === 'COMM' || id === 'COM') {
    const { description, text } = languageText(body);
    if (!isItunesMeasure(description, text)) setText(tags, 'comment', text);
  } else if (id === 'USLT' || id === 'ULT') setText(tags, 'lyrics', languageText(body).text);
  else if (id.startsWith('T') && id !== 'TXXX' && id !== 'TXX') readTextFrame(id, textValue(body), tags);
}

/** True for a comment in which iTunes stores hexadecimal numbers, even if a program removed its description `iTun…`. */
const isItunesMeasure = (description: string, text: string) => description.startsWith('iTun') || isHexWords(text);

/** True for eight or more words of 8 to 16 capital hexadecimal digits, with or without spaces. */
function isHexWords(text: string): boolean {
  const runs = text.trim().split(/\s+/);
  return (
    runs.every((run) => run.length >= 8 && /^[0-9A-F]+$/.test(run)) &&
    runs.reduce((words, run) => words + Math.floor(run.length / 8), 0) >= 8
  );
}

function readTextFrame(id: string, text: string, tags: MediaTags): void {
  tags.raw ??= {};
  tags.raw[id] = text;
  const name = TEXT_FRAMES[id];
  if (name) setText(tags, name, text);
  else if (id === 'TRCK' || id === 'TRK') setNumberOfTotal(tags, text, 'trackNumber', 'tracksTotal');
  else if (id === 'TPOS' || id === 'TPA') setNumberOfTotal(tags, text, 'discNumber', 'discsTotal');
  else if (id === 'TCON' || id === 'TCO') setText(tags, 'genre', genreName(text));
  else if (['TDRC', 'TDRL', 'TYER', 'TYE'].includes(id)) setText(tags, 'date', dateOf(text) ?? '');
}

function textValue(body: Uint8Array): string {
  // In ID3v2.4, zeros separate multiple values of a text frame.
  return decodeText(body.subarray(1), body[0] as number)
    .split('\0')
    .filter((value) => value !== '')
    .join(' / ');
}

/** Reads an ID3 frame with a comment or lyrics: encoding, language, description, text. */
function languageText(body: Uint8Array): { description: string; text: string } {
  const encoding = body[0] as number;
  const end = endOfText(body, 4, encoding);
  return {
    description: decodeText(body.subarray(4, end), encoding),
    text: withoutZeros(decodeText(body.subarray(end + terminatorLength(encoding)), encoding)),
  };
}

/** Removes trailing zeros from a text. A regular expression would take quadratic time on runs of zeros. */
function withoutZeros(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--;
  return text.slice(0, end);
}

function addPicture(picture: AttachedPicture | undefined, tags: MediaTags): void {
  if (!picture) return;
  tags.images ??= [];
  if (tags.images.length < MAX_TAG_PICTURES) tags.images.push(picture);
}

const MAX_TYPE_BYTES = 128;

function readPicture(body: Uint8Array, isVersion22: boolean): AttachedPicture | undefined {
  const encoding = body[0] as number;
  const typeEnd = isVersion22 ? 4 : endOfText(body, 1, 0);
  const type = decodeLatin1(body.subarray(1, Math.min(typeEnd, 1 + MAX_TYPE_BYTES)));
  const kindAt = isVersion22 ? typeEnd : typeEnd + 1;
  const descriptionEnd = endOfText(body, kindAt + 1, encoding);
  const data = body.slice(descriptionEnd + terminatorLength(encoding));
  if (data.length === 0 || type === '-->') return undefined;
  const description = decodeText(body.subarray(kindAt + 1, descriptionEnd), encoding);
  return {
    data: data as Uint8Array<ArrayBuffer>,
    mimeType: pictureType(data) ?? (type.includes('/') ? type.toLowerCase() : `image/${type.toLowerCase()}`),
    kind: body[kindAt] === 3 ? 'coverFront' : body[kindAt] === 4 ? 'coverBack' : 'unknown',
    ...(description === '' ? {} : { description }),
  };
}

/** Detects the MIME type of a cover image by content, because tags often state invalid types such as `image/jpg`. */
function pictureType(data: Uint8Array): string | undefined {
  if (startsWith(data, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(data, [0x89, 0x50, 0x4e, 0x47])) return 'image/png';
  return undefined;
}

const terminatorLength = (encoding: number) => (encoding === 1 || encoding === 2 ? 2 : 1);

function endOfText(body: Uint8Array, start: number, encoding: number): number {
  const step = terminatorLength(encoding);
  for (let at = start; at + step <= body.length; at += step)
    if (body[at] === 0 && (step === 1 || body[at + 1] === 0)) return at;
  return body.length;
}

function decodeText(whole: Uint8Array, encoding: number): string {
  const bytes = whole.subarray(0, MAX_TAG_TEXT_BYTES);
  if (encoding === 1) return decodeUtf16(bytes, true);
  if (encoding === 2) return decodeUtf16(bytes, false);
  // Many programs write UTF-8 but state ISO 8859-1. Real ISO 8859-1 text is hardly ever valid UTF-8.
  return decodeUtf8OrLatin1(bytes);
}

const u32 = (bytes: Uint8Array, at: number) =>
  (((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) >>> 0;

/** Reads a syncsafe integer: four bytes of seven bits each. */
function syncsafe(bytes: Uint8Array, at: number): number {
  const bits = (index: number) => (bytes[at + index] ?? 0) & 0x7f;
  return (bits(0) << 21) | (bits(1) << 14) | (bits(2) << 7) | bits(3);
}

/** Reads an ID3v1 tag from the last 128 bytes of a file. Returns no tags if there is none. */
export function readId3v1(bytes: Uint8Array): MediaTags {
  const tags: MediaTags = {};
  if (bytes.length !== ID3V1_BYTES || ascii(bytes, 0, 3) !== 'TAG') return tags;
  const text = (start: number, length: number) => {
    const field = bytes.subarray(start, start + length);
    const end = field.indexOf(0);
    const used = end < 0 ? field : field.subarray(0, end);
    return decodeUtf8OrLatin1(used);
  };
  setText(tags, 'title', text(3, 30));
  setText(tags, 'artist', text(33, 30));
  setText(tags, 'album', text(63, 30));
  setText(tags, 'date', dateOf(text(93, 4)) ?? '');
  setText(tags, 'comment', text(97, 30));
  if (bytes[125] === 0 && bytes[126] !== 0) tags.trackNumber = bytes[126] as number;
  setText(tags, 'genre', genreName(String(bytes[127])));
  return tags;
}

/** Genres of ID3v1 and Winamp's additions, by genre number. */
const GENRES =
  'Blues|Classic Rock|Country|Dance|Disco|Funk|Grunge|Hip-Hop|Jazz|Metal|New Age|Oldies|Other|Pop|R&B|Rap|Reggae|Rock|Techno|Industrial|Alternative|Ska|Death Metal|Pranks|Soundtrack|Euro-Techno|Ambient|Trip-Hop|Vocal|Jazz+Funk|Fusion|Trance|Classical|Instrumental|Acid|House|Game|Sound Clip|Gospel|Noise|Alternative Rock|Bass|Soul|Punk|Space|Meditative|Instrumental Pop|Instrumental Rock|Ethnic|Gothic|Darkwave|Techno-Industrial|Electronic|Pop-Folk|Eurodance|Dream|Southern Rock|Comedy|Cult|Gangsta|Top 40|Christian Rap|Pop/Funk|Jungle|Native American|Cabaret|New Wave|Psychedelic|Rave|Showtunes|Trailer|Lo-Fi|Tribal|Acid Punk|Acid Jazz|Polka|Retro|Musical|Rock & Roll|Hard Rock|Folk|Folk-Rock|National Folk|Swing|Fast Fusion|Bebop|Latin|Revival|Celtic|Bluegrass|Avantgarde|Gothic Rock|Progressive Rock|Psychedelic Rock|Symphonic Rock|Slow Rock|Big Band|Chorus|Easy Listening|Acoustic|Humour|Speech|Chanson|Opera|Chamber Music|Sonata|Symphony|Booty Bass|Primus|Porn Groove|Satire|Slow Jam|Club|Tango|Samba|Folklore|Ballad|Power Ballad|Rhythmic Soul|Freestyle|Duet|Punk Rock|Drum Solo|A Cappella|Euro-House|Dance Hall'.split(
    '|',
  );

/** Returns a genre's name: `Rock` for `(17)`, `17` or `(17)Rock`, `''` for an unknown number, other text unchanged. */
export function genreName(text: string): string {
  const refined = /^\(\d+\)(.+)$/.exec(text)?.[1];
  if (refined) return refined;
  const number = /^\(?(\d+)\)?$/.exec(text.trim())?.[1];
  return number === undefined ? text : (GENRES[Number(number)] ?? '');
}
