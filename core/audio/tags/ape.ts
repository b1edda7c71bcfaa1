import { ascii, viewOf } from '../../base/bytes.ts';
import type { SourceFile } from '../../base/files.ts';
import { MAX_TAG_BYTES, MAX_TAG_ENTRIES, MAX_TAG_IMAGES, MAX_TAG_TEXT_BYTES } from '../../base/limits.ts';
import { imageType } from './id3.ts';
import type { Id3Frame } from './id3-frames.ts';
import { textFrame } from './id3-writer.ts';
import { decodeTagTexts, endOfText } from './tag-text.ts';
import { dateOf, type SourceTags, setNumberOfTotal, setText, type TextTag } from './tags.ts';

// APEv2 (wiki.hydrogenaud.io/index.php?title=APEv2_specification). Names of items ignore case.

const FOOTER_BYTES = 32;
const HAS_HEADER = 0x8000_0000;
/** Bits of an item's flags that state its type: 0 is text, 1 is binary, 2 is a link. */
const TYPE_BITS = 0x06;
const TEXT = 0;
const BINARY = 0x02;
const UTF_8 = 3;

const FIELDS: Readonly<Record<string, TextTag>> = {
  title: 'title',
  subtitle: 'description',
  artist: 'artist',
  album: 'album',
  'album artist': 'albumArtist',
  albumartist: 'albumArtist',
  genre: 'genre',
  comment: 'comment',
  lyrics: 'lyrics',
};

/** ID3 frames of items that have no field. Other items become user-defined texts, as ReplayGain does in ID3. */
const FRAMES: Readonly<Record<string, string>> = {
  albumsort: 'TSOA',
  albumartistsort: 'TSO2',
  artistsort: 'TSOP',
  bpm: 'TBPM',
  compilation: 'TCMP',
  composer: 'TCOM',
  composersort: 'TSOC',
  conductor: 'TPE3',
  copyright: 'TCOP',
  encodedby: 'TENC',
  grouping: 'TIT1',
  isrc: 'TSRC',
  key: 'TKEY',
  label: 'TPUB',
  language: 'TLAN',
  lyricist: 'TEXT',
  media: 'TMED',
  mixartist: 'TPE4',
  publisher: 'TPUB',
  titlesort: 'TSOT',
};

export interface ApeTag {
  readonly tags: SourceTags;
  /** Offset of the tag's first byte; `end` without a tag. */
  readonly start: number;
}

/** Reads an APEv2 tag whose footer ends at `end`. */
export async function readApe(file: SourceFile, end: number): Promise<ApeTag> {
  const none = { tags: {}, start: end };
  if (end < FOOTER_BYTES) return none;
  const footer = await file.read(end - FOOTER_BYTES, end);
  if (footer.length < FOOTER_BYTES || ascii(footer, 0, 8) !== 'APETAGEX') return none;
  const view = viewOf(footer);
  const [size, flags] = [view.getUint32(12, true), view.getUint32(20, true)];
  const start = end - size - (flags & HAS_HEADER ? FOOTER_BYTES : 0);
  if (size < FOOTER_BYTES || start < 0) return none;
  if (size > MAX_TAG_BYTES) return { tags: { dropped: ['APEv2'] }, start };
  return { tags: readApeItems(await file.read(end - size, end - FOOTER_BYTES)), start };
}

/** Reads the items of an APEv2 tag, without header and footer. */
export function readApeItems(bytes: Uint8Array): SourceTags {
  const tags: SourceTags = {};
  const frames: Id3Frame[] = [];
  const dropped = new Set<string>();
  const view = viewOf(bytes);
  for (let at = 0, count = 0; at + 8 < bytes.length; count++) {
    const [size, flags] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    const keyEnd = endOfText(bytes.subarray(0, at + 8 + MAX_KEY_BYTES), at + 8, 0);
    const key = ascii(bytes, at + 8, Math.min(MAX_KEY_BYTES, keyEnd - at - 8));
    const start = keyEnd + 1;
    if (start + size > bytes.length || !/^[\x20-\x7e]{2,}$/.test(key)) break;
    if (count >= MAX_TAG_ENTRIES) {
      dropped.add('…');
      break;
    }
    at = start + size;
    const value = bytes.subarray(start, at);
    if ((flags & TYPE_BITS) === TEXT && size <= MAX_TAG_TEXT_BYTES) frames.push(...readText(key, value, tags));
    else if ((flags & TYPE_BITS) !== BINARY || !readCover(key, value, tags)) dropped.add(key);
  }
  return {
    ...tags,
    ...(frames.length > 0 ? { frames } : {}),
    ...(dropped.size > 0 ? { dropped: [...dropped] } : {}),
  };
}

const MAX_KEY_BYTES = 256;

/** Reads a text item. Returns an ID3 frame if no field has the text. */
function readText(key: string, value: Uint8Array, tags: SourceTags): Id3Frame[] {
  const texts = decodeTagTexts(value, UTF_8).filter((text) => text !== '');
  const text = texts.join(' / ');
  tags.raw ??= {};
  tags.raw[key] = text;
  const name = key.toLowerCase();
  const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  const date = name === 'year' || name === 'date' ? dateOf(text) : undefined;
  if (field) setText(tags, field, text);
  else if (date) setText(tags, 'date', date);
  else if (name === 'track') setNumberOfTotal(tags, text, 'trackNumber', 'tracksTotal');
  else if (name === 'disc') setNumberOfTotal(tags, text, 'discNumber', 'discsTotal');
  else if (Object.hasOwn(FRAMES, name)) return textFrame(FRAMES[name] as string, ...texts);
  else return textFrame('TXXX', key, ...texts);
  return [];
}

/** Reads an item such as `Cover Art (Front)`: a file name, a zero, the image. Returns false for other items. */
function readCover(key: string, value: Uint8Array, tags: SourceTags): boolean {
  const side = /^cover art \((.+)\)$/i.exec(key)?.[1]?.toLowerCase();
  const data = value.slice(endOfText(value, 0, 0) + 1) as Uint8Array<ArrayBuffer>;
  const mimeType = imageType(data);
  if (side === undefined || mimeType === undefined || (tags.images?.length ?? 0) >= MAX_TAG_IMAGES) return false;
  const kind = side === 'front' ? 'coverFront' : side === 'back' ? 'coverBack' : 'unknown';
  tags.images = [...(tags.images ?? []), { data, mimeType, kind }];
  return true;
}
