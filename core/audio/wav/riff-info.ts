import { ascii, joinBytes, viewOf } from '../../base/bytes.ts';
import { MAX_TAG_ENTRIES, MAX_TAG_TEXT_BYTES } from '../../base/limits.ts';
import { decodeUtf8OrLatin1, encodeLatin1, encodeUtf8 } from '../../base/text-encoding.ts';
import { dateOf, type MediaTags, numberOfTotal, setNumberOfTotal, setText, type TextTag } from '../tags/tags.ts';

const NAMES: Readonly<Record<string, TextTag>> = {
  INAM: 'title',
  TITL: 'title',
  ISBJ: 'description',
  IART: 'artist',
  IPRD: 'album',
  IGNR: 'genre',
  GENR: 'genre',
  ICMT: 'comment',
  CMNT: 'comment',
};

/** Reads tags from the content of a RIFF chunk `LIST`. Returns no tags unless the list's type is `INFO`. */
export function readRiffInfo(bytes: Uint8Array, littleEndian = true): MediaTags {
  const tags: MediaTags = {};
  if (bytes.length < 4 || ascii(bytes, 0, 4) !== 'INFO') return tags;
  const view = viewOf(bytes);
  for (let at = 4, entries = 0; at + 8 <= bytes.length && entries < MAX_TAG_ENTRIES; entries++) {
    const id = ascii(bytes, at, 4);
    const size = view.getUint32(at + 4, littleEndian);
    const content = bytes.subarray(at + 8, at + 8 + Math.min(size, MAX_TAG_TEXT_BYTES));
    const end = content.indexOf(0);
    const used = end < 0 ? content : content.subarray(0, end);
    // INFO chunks state no text encoding; current programs write UTF-8.
    readEntry(id, decodeUtf8OrLatin1(used), tags);
    at += 8 + size + (size % 2);
  }
  return tags;
}

function readEntry(id: string, text: string, tags: MediaTags): void {
  if (!/^[\x20-\x7e]{4}$/.test(id) || text === '') return;
  tags.raw ??= {};
  tags.raw[id] = text;
  const name = NAMES[id];
  if (name) setText(tags, name, text);
  else if (id === 'ICRD') setText(tags, 'date', dateOf(text) ?? '');
  else if (id === 'ITRK' || id === 'IPRT' || id === 'TRCK') setNumberOfTotal(tags, text, 'trackNumber', 'tracksTotal');
}

/** Returns a complete RIFF chunk `LIST` of type `INFO`; an empty array if there are no tags. */
export function writeRiffInfo(tags: MediaTags): Uint8Array<ArrayBuffer> {
  const entries = [
    entry('INAM', tags.title),
    entry('ISBJ', tags.description),
    entry('IART', tags.artist),
    entry('IPRD', tags.album),
    entry('IGNR', tags.genre),
    entry('ICMT', tags.comment),
    entry('ICRD', tags.date),
    entry('ITRK', numberOfTotal(tags.trackNumber, tags.tracksTotal)),
  ];
  const body = joinBytes(...entries);
  return body.length === 0 ? body : riffChunk('LIST', joinBytes(encodeLatin1('INFO'), body));
}

function entry(id: string, text: string | undefined): Uint8Array {
  return text ? riffChunk(id, joinBytes(encodeUtf8(text), [0])) : new Uint8Array(0);
}

/** Returns a RIFF chunk with header, padded to an even length. */
export function riffChunk(id: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = [0, 8, 16, 24].map((shift) => (content.length >>> shift) & 0xff);
  return joinBytes(encodeLatin1(id), size, content, content.length % 2 === 1 ? [0] : []);
}
