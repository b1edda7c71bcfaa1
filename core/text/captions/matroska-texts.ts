import { ascii } from '../../base/bytes.ts';
import { type SourceFile, windowedReader } from '../../base/files.ts';
import { inflateWithin } from '../../base/inflate.ts';
import { MAX_CAPTION_BYTES, MAX_CUES, MAX_TRACKS, MAX_VIDEO_ELEMENTS } from '../../base/limits.ts';
import { decodeUtf8 } from '../../base/text-encoding.ts';
import { readElement } from '../../container-guard/check-elements.ts';
import { firstCells } from './ass.ts';
import { chooseTrack, type EmbeddedTexts, nameOf, type TextTrack, UNSTATED_SECONDS } from './text-tracks.ts';
import type { TimedText } from './timed-texts.ts';

/** IDs of elements (RFC 9559). */
const [SEGMENT, INFO, TRACKS, CLUSTER] = [0x18538067, 0x1549a966, 0x1654ae6b, 0x1f43b675];
const [TIMESTAMP_SCALE, TIMESTAMP] = [0x2ad7b1, 0xe7];
const [TRACK_ENTRY, NUMBER, CODEC, NAME, LANGUAGE, LANGUAGE_TAG] = [0xae, 0xd7, 0x86, 0x536e, 0x22b59c, 0x22b59d];
const [IS_DEFAULT, IS_FORCED] = [0x88, 0x55aa];
const [ENCODINGS, ENCODING, COMPRESSION, ALGORITHM, SETTINGS, ENCRYPTION] = [
  0x6d80, 0x6240, 0x5034, 0x4254, 0x4255, 0x5035,
];
const [GROUP, BLOCK, SIMPLE_BLOCK, DURATION] = [0xa0, 0xa1, 0xa3, 0x9b];

/** Elements whose content is read as if it followed their header. */
const ENTERED: readonly number[] = [
  SEGMENT,
  INFO,
  TRACKS,
  TRACK_ENTRY,
  ENCODINGS,
  ENCODING,
  COMPRESSION,
  CLUSTER,
  GROUP,
];

/** Elements of a track, by ID. */
const FACTS: Readonly<Record<number, (track: Track, value: Uint8Array) => void>> = {
  [NUMBER]: (track, value) => (track.number = numberOf(value)),
  [CODEC]: (track, value) => (track.codec = textOf(value)),
  [NAME]: (track, value) => (track.name = textOf(value)),
  [LANGUAGE]: (track, value) => (track.language ||= textOf(value)),
  [LANGUAGE_TAG]: (track, value) => (track.language = textOf(value)),
  [IS_DEFAULT]: (track, value) => (track.isDefault = numberOf(value) !== 0),
  [IS_FORCED]: (track, value) => (track.isForced = numberOf(value) !== 0),
  [COMPRESSION]: (track) => (track.packing = ZLIB),
  [ALGORITHM]: (track, value) => (track.packing = numberOf(value)),
  [SETTINGS]: (track, value) => (track.start = value.slice()),
  [ENCRYPTION]: (track) => (track.packing = ENCRYPTION),
};

/** Values of the element for compression algorithms. */
const [ZLIB, HEADER_STRIPPING] = [0, 3];

interface Track extends TextTrack {
  number: number;
  codec: string;
  packing?: number;
  /** Bytes that header stripping has removed from the start of each block. */
  start: Uint8Array;
}

const newTrack = (): Track => ({
  number: 0,
  codec: '',
  name: '',
  language: '',
  isDefault: true,
  isForced: false,
  start: new Uint8Array(0),
});

/** Bytes of a read. Blocks are often smaller, so that a read covers many. */
const WINDOW_BYTES = 1 << 18;
/** Longest header of an element: an ID and a size of 8 bytes each. */
const HEADER_BYTES = 16;
/** Longest value that is read, except a block. */
const VALUE_BYTES = 4096;

/** Reads the texts of a text track in Matroska or WebM. Reads the whole file in pieces, but ends at damage. */
export async function matroskaTexts(file: SourceFile, language: string): Promise<EmbeddedTexts | undefined> {
  const read = windowedReader(file, WINDOW_BYTES);
  const tracks: Track[] = [];
  const texts: TimedText[] = [];
  let [scale, clusterTime, textBytes] = [1e-3, 0, 0];
  let chosen: Track | undefined;
  let last: TimedText | undefined;
  let at = 0;
  for (let count = 0; at < file.size && count < MAX_VIDEO_ELEMENTS; count++) {
    const element = readElement(await read(at, at + HEADER_BYTES), 0);
    if (!element) break;
    const { id, size } = element;
    const start = at + element.start;
    const content = (most: number) => read(start, Math.min(start + Math.min(size ?? 0, most), file.size));
    if (id === TRACK_ENTRY && tracks.length < MAX_TRACKS) tracks.push(newTrack());
    if (id === CLUSTER) {
      chosen ??= chooseTrack(tracks.filter(isReadable), language);
      if (!chosen) return undefined;
    }
    if (!ENTERED.includes(id) && size === undefined) break;
    at = ENTERED.includes(id) ? start : start + (size ?? 0);
    const track = tracks.at(-1);
    if (id === BLOCK || id === SIMPLE_BLOCK) {
      last = undefined;
      const head = blockHead(await content(8));
      if (!chosen || head.track !== chosen.number || head.isLaced) continue;
      textBytes += size ?? 0;
      if (textBytes > MAX_CAPTION_BYTES || texts.length > MAX_CUES || at > file.size) break;
      const markup = decodeUtf8(unpacked((await content(MAX_CAPTION_BYTES)).subarray(head.length), chosen));
      if (markup === undefined) continue;
      const from = (clusterTime + head.time) * scale;
      last = { start: from, end: from + UNSTATED_SECONDS, ...shown(markup, chosen.codec) };
      texts.push(last);
    } else if (id === DURATION && last) {
      texts[texts.length - 1] = { ...last, end: last.start + numberOf(await content(8)) * scale };
    } else if (id === TIMESTAMP) clusterTime = numberOf(await content(8));
    else if (id === TIMESTAMP_SCALE) scale = numberOf(await content(8)) / 1e9 || scale;
    else if (track && Object.hasOwn(FACTS, id)) FACTS[id]?.(track, await content(VALUE_BYTES));
  }
  return chosen && { name: nameOf(chosen), texts };
}

const TEXT_CODECS = /^(?:S_TEXT\/(?:UTF8|ASCII|ASS|SSA|WEBVTT)|S_ASS|S_SSA|D_WEBVTT\/(?:SUBTITLES|CAPTIONS))$/;

const isReadable = ({ codec, packing }: Track) =>
  TEXT_CODECS.test(codec) && (packing === undefined || packing === ZLIB || packing === HEADER_STRIPPING);

function numberOf(value: Uint8Array): number {
  return value.subarray(0, 8).reduce((number, byte) => number * 256 + byte, 0);
}

const textOf = (value: Uint8Array) => (decodeUtf8(value) ?? ascii(value, 0, value.length)).replace(/\0.*/s, '');

/** Reads the head of a block: the track's number in one or two bytes, a signed time, and flags. */
function blockHead(bytes: Uint8Array) {
  const [first = 0, second = 0] = bytes;
  const at = first & 0x80 ? 1 : 2;
  const [high = 0, low = 0, flags = 0] = bytes.subarray(at);
  return {
    track: at === 1 ? first & 0x7f : ((first & 0x3f) << 8) | second,
    time: (((high << 8) | low) << 16) >> 16,
    isLaced: (flags & 0x06) !== 0,
    length: at + 3,
  };
}

function unpacked(block: Uint8Array, { packing, start }: Track): Uint8Array {
  if (packing === HEADER_STRIPPING) return Uint8Array.from([...start, ...block]);
  if (packing !== ZLIB) return block;
  try {
    return inflateWithin(block, MAX_BLOCK_BYTES);
  } catch {
    return new Uint8Array(0);
  }
}

/** Most bytes of a decompressed text. */
const MAX_BLOCK_BYTES = 1 << 16;

/** Columns before the text of a block of ASS: number, layer, style, name, three margins and effect. */
const ASS_COLUMNS = 8;

function shown(content: string, codec: string): Pick<TimedText, 'markup' | 'isAss'> {
  if (/S_(?:TEXT\/)?(?:ASS|SSA)$/.test(codec))
    return { markup: firstCells(content, ASS_COLUMNS + 1)[ASS_COLUMNS] ?? '', isAss: true };
  // Two lines with the caption's name and settings are before the text.
  return { markup: codec.startsWith('D_') ? content.replace(/^[^\n]*\n[^\n]*\n?/, '') : content };
}
