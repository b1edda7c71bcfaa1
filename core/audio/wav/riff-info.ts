import { ascii, joinBytes, riffChunk, viewOf } from '../../base/bytes.ts';
import type { TextEncoding } from '../../base/detect-encoding.ts';
import { MAX_TAG_ENTRIES, MAX_TAG_TEXT_BYTES } from '../../base/limits.ts';
import { encodeLatin1, encodeUtf8 } from '../../base/text-encoding.ts';
import { textsOf } from '../tags/id3.ts';
import type { Id3Frame } from '../tags/id3-frames.ts';
import { textFrame } from '../tags/id3-writer.ts';
import { decodeTagTexts, decodeTogether } from '../tags/tag-text.ts';
import { dateOf, numberOfTotal, type SourceTags, setNumberOfTotal, setText, type TextTag } from '../tags/tags.ts';

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

/** INFO entries without a field, with the ID3 frames of the same meaning. */
const FRAMES: Readonly<Record<string, string>> = {
  IBPM: 'TBPM',
  ICOP: 'TCOP',
  ILNG: 'TLAN',
  IMED: 'TMED',
  IMUS: 'TCOM',
  ISFT: 'TSSE',
  ISRC: 'TSRC',
  ITCH: 'TENC',
  IWRI: 'TEXT',
};

/** An International Standard Recording Code (ISO 3901). Microsoft's INFO entry ISRC may also name a person. */
const RECORDING_CODE = /^[A-Z]{2}-?[A-Z0-9]{3}-?\d{2}-?\d{5}$/i;

/** Reads tags from the content of a RIFF chunk `LIST`. Returns no tags unless the list's type is `INFO`. */
export function readRiffInfo(bytes: Uint8Array, littleEndian = true, named?: TextEncoding): SourceTags {
  const tags: SourceTags = {};
  const frames: Id3Frame[] = [];
  if (bytes.length < 4 || ascii(bytes, 0, 4) !== 'INFO') return tags;
  const view = viewOf(bytes);
  const ids: string[] = [];
  const texts: Uint8Array[] = [];
  for (let at = 4; at + 8 <= bytes.length && ids.length < MAX_TAG_ENTRIES; ) {
    ids.push(ascii(bytes, at, 4));
    const size = view.getUint32(at + 4, littleEndian);
    const content = bytes.subarray(at + 8, at + 8 + Math.min(size, MAX_TAG_TEXT_BYTES));
    const end = content.indexOf(0);
    const used = end < 0 ? content : content.subarray(0, end);
    texts.push(used);
    at += 8 + size + (size % 2);
  }
  // INFO chunks state no text encoding; current programs write UTF-8.
  for (const [index, text] of decodeTogether(texts, named).entries())
    frames.push(...readEntry(ids[index] as string, text, tags));
  return frames.length > 0 ? { ...tags, frames } : tags;
}

/** Reads an entry. Returns an ID3 frame if no field has the text; a user-defined text has the entry's ID as its name. */
function readEntry(id: string, text: string, tags: SourceTags): Id3Frame[] {
  if (!/^[\x20-\x7e]{4}$/.test(id) || text === '') return [];
  tags.raw ??= {};
  tags.raw[id] = text;
  const name = NAMES[id];
  if (name) setText(tags, name, text);
  else if (id === 'ICRD') setText(tags, 'date', dateOf(text) ?? '');
  else if (id === 'ITRK' || id === 'IPRT' || id === 'TRCK') setNumberOfTotal(tags, text, 'trackNumber', 'tracksTotal');
  else if (id === 'IENG') return textFrame('IPLS', 'engineer', text);
  else if (Object.hasOwn(FRAMES, id) && (id !== 'ISRC' || RECORDING_CODE.test(text)))
    return textFrame(FRAMES[id] as string, text);
  else return textFrame('TXXX', id, text);
  return [];
}

/** Returns a complete RIFF chunk `LIST` of type `INFO`; an empty array if there are no tags. */
export function writeRiffInfo(tags: SourceTags): Uint8Array<ArrayBuffer> {
  const entries = [
    entry('INAM', tags.title),
    entry('ISBJ', tags.description),
    entry('IART', tags.artist),
    entry('IPRD', tags.album),
    entry('IGNR', tags.genre),
    entry('ICMT', tags.comment),
    entry('ICRD', tags.date),
    entry('ITRK', numberOfTotal(tags.trackNumber, tags.tracksTotal)),
    ...entriesOfFrames(tags.frames ?? []),
  ];
  const body = joinBytes(...entries);
  return body.length === 0 ? body : riffChunk('LIST', joinBytes(encodeLatin1('INFO'), body));
}

function entriesOfFrames(frames: readonly Id3Frame[]): Uint8Array[] {
  const texts = new Map<string, string>();
  const add = (id: string | undefined, text: string | undefined) => {
    if (id && text && !texts.has(id)) texts.set(id, text);
  };
  for (const { id, body } of frames) {
    if (id === 'TXXX') {
      const [name = '', ...values] = decodeTagTexts(body.subarray(1), body[0] ?? 0);
      if (/^I[A-Z0-9]{3}$/.test(name) && !Object.hasOwn(NAMES, name)) add(name, values.filter(Boolean).join(' / '));
    } else if (id === 'IPLS' || id === 'TIPL') {
      const people = textsOf(body);
      const at = people.findIndex((word, index) => index % 2 === 0 && word.toLowerCase() === 'engineer');
      add('IENG', at < 0 ? undefined : people[at + 1]);
    } else
      add(
        Object.keys(FRAMES).find((name) => FRAMES[name] === id),
        textsOf(body).join(' / '),
      );
  }
  return [...texts].map(([id, text]) => entry(id, text));
}

function entry(id: string, text: string | undefined): Uint8Array {
  return text ? riffChunk(id, joinBytes(encodeUtf8(text), [0])) : new Uint8Array(0);
}
