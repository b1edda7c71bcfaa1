import { ascii, startsWith } from '../../base/bytes.ts';
import type { TextEncoding } from '../../base/detect-encoding.ts';
import { MAX_TAG_IMAGES } from '../../base/limits.ts';
import { decodeLatin1 } from '../../base/text-encoding.ts';
import { type Id3Frame, readId3Frames } from './id3-frames.ts';
import { decodeTagText, decodeTagTexts, decodeTogether, endOfText, terminatorLength, usedBytes } from './tag-text.ts';
import { type AttachedPicture, dateOf, type MediaTags, type SourceTags, setNumberOfTotal, setText } from './tags.ts';

export const ID3V1_BYTES = 128;

/** Parses a complete ID3v2 tag, including the header. For a damaged tag, returns the frames before the damage. */
export function readId3(bytes: Uint8Array, named?: TextEncoding): SourceTags {
  const { frames, dropped } = readId3Frames(bytes, named);
  return {
    ...tagsOfFrames(frames),
    ...(frames.length > 0 ? { frames } : {}),
    ...(dropped.length > 0 ? { dropped } : {}),
  };
}

function tagsOfFrames(frames: readonly Id3Frame[]): MediaTags {
  const tags: MediaTags = {};
  const dates: Record<string, string> = {};
  for (const frame of frames) {
    const { id, body } = frame;
    if (id === 'APIC') addImage(readImage(body), tags);
    else if (id === 'COMM') {
      if (!isItunesMeasure(frame)) setText(tags, 'comment', languageText(body).text);
    } else if (id === 'USLT') setText(tags, 'lyrics', languageText(body).text);
    else if (id.startsWith('T') && id !== 'TXXX') readTextFrame(frame, tags, dates);
  }
  const date = dateOfFrames(dates);
  if (date) setText(tags, 'date', date);
  return tags;
}

export interface ItunesGapless {
  readonly delay: number;
  readonly padding: number;
  readonly samples: number;
}

/** Reads iTunes' encoder delay, padding and audio length in samples from the comment `iTunSMPB`. */
export function readItunesGapless(frames: readonly Id3Frame[] = []): ItunesGapless | undefined {
  for (const frame of frames) {
    if (!isItunesGapless(frame)) continue;
    const [, delay, padding, samples] = languageText(frame.body)
      .text.trim()
      .split(/\s+/, 4)
      .map((word) => Number.parseInt(word, 16));
    if (delay !== undefined && padding !== undefined && samples !== undefined && samples > 0)
      return { delay, padding, samples };
  }
  return undefined;
}

export const isItunesGapless = ({ id, body }: Id3Frame): boolean =>
  id === 'COMM' && languageText(body).description === 'iTunSMPB';

/** True for a comment in which iTunes stores hexadecimal numbers, even if a program removed its description `iTun…`. */
export function isItunesMeasure({ id, body }: Id3Frame): boolean {
  if (id !== 'COMM') return false;
  const { description, text } = languageText(body);
  return description.startsWith('iTun') || isHexWords(text);
}

/** True for eight or more words of 8 to 16 capital hexadecimal digits, with or without spaces. */
function isHexWords(text: string): boolean {
  const runs = text.trim().split(/\s+/);
  return (
    runs.every((run) => run.length >= 8 && /^[0-9A-F]+$/.test(run)) &&
    runs.reduce((words, run) => words + Math.floor(run.length / 8), 0) >= 8
  );
}

const TEXT_FRAMES = {
  TIT2: 'title',
  TIT3: 'description',
  TPE1: 'artist',
  TALB: 'album',
  TPE2: 'albumArtist',
} as const;

const DATE_FRAMES = ['TDRC', 'TDRL', 'TYER', 'TDAT'];

function readTextFrame({ id, name, body }: Id3Frame, tags: MediaTags, dates: Record<string, string>): void {
  const texts = textsOf(body);
  const text = texts.join(' / ');
  tags.raw ??= {};
  tags.raw[name] = text;
  if (id in TEXT_FRAMES) setText(tags, TEXT_FRAMES[id as keyof typeof TEXT_FRAMES], text);
  else if (id === 'TRCK') setNumberOfTotal(tags, text, 'trackNumber', 'tracksTotal');
  else if (id === 'TPOS') setNumberOfTotal(tags, text, 'discNumber', 'discsTotal');
  else if (id === 'TCON') setText(tags, 'genre', [...new Set(texts.flatMap(genreNames))].join(' / '));
  else if (DATE_FRAMES.includes(id)) dates[id] ??= text.trim();
}

/** Returns the values of a text frame. A program can have written them with zeros in any version. */
export const textsOf = (body: Uint8Array): string[] =>
  decodeTagTexts(body.subarray(1), body[0] as number).filter((value) => value !== '');

/** Returns the recording date. ID3v2.3 stores day and month as `DDMM` in TDAT, separate from the year in TYER. */
function dateOfFrames({ TDRC, TDRL, TYER, TDAT }: Record<string, string>): string | undefined {
  const year = dateOf(TYER ?? '');
  const [, day, month] = /^([0-3]\d)([01]\d)$/.exec(TDAT ?? '') ?? [];
  const isDay = Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
  const full = year?.length === 4 && isDay ? `${year}-${month}-${day}` : year;
  return dateOf(TDRC ?? '') ?? full ?? dateOf(TDRL ?? '');
}

/** Reads an ID3 frame with a comment or lyrics: encoding, language, description, text. */
function languageText(body: Uint8Array): { description: string; text: string } {
  const encoding = body[0] as number;
  const end = endOfText(body, 4, encoding);
  return {
    description: decodeTagText(body.subarray(4, end), encoding),
    text: withoutZeros(decodeTagText(body.subarray(end + terminatorLength(encoding)), encoding)),
  };
}

/** Removes trailing zeros from a text. A regular expression would take quadratic time on runs of zeros. */
function withoutZeros(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--;
  return text.slice(0, end);
}

function addImage(image: AttachedPicture | undefined, tags: MediaTags): void {
  if (!image) return;
  tags.images ??= [];
  if (tags.images.length < MAX_TAG_IMAGES) tags.images.push(image);
}

const MAX_TYPE_BYTES = 128;

function readImage(body: Uint8Array): AttachedPicture | undefined {
  const encoding = body[0] as number;
  const typeEnd = endOfText(body, 1, 0);
  const type = decodeLatin1(body.subarray(1, Math.min(typeEnd, 1 + MAX_TYPE_BYTES)));
  const descriptionEnd = endOfText(body, typeEnd + 2, encoding);
  const data = body.slice(descriptionEnd + terminatorLength(encoding));
  if (data.length === 0 || type === '-->') return undefined;
  const description = decodeTagText(body.subarray(typeEnd + 2, descriptionEnd), encoding);
  const kind = body[typeEnd + 1];
  return {
    data: data as Uint8Array<ArrayBuffer>,
    mimeType: imageType(data) ?? (type.includes('/') ? type.toLowerCase() : `image/${type.toLowerCase()}`),
    kind: kind === 3 ? 'coverFront' : kind === 4 ? 'coverBack' : 'unknown',
    ...(description === '' ? {} : { description }),
  };
}

/** Detects the MIME type of a cover image by content, because tags often state invalid types such as `image/jpg`. */
export function imageType(data: Uint8Array): string | undefined {
  if (startsWith(data, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(data, [0x89, 0x50, 0x4e, 0x47])) return 'image/png';
  return undefined;
}

/** Reads an ID3v1 tag from the last 128 bytes of a file. Returns no tags if there is none. */
export function readId3v1(bytes: Uint8Array, named?: TextEncoding): MediaTags {
  const tags: MediaTags = {};
  if (bytes.length !== ID3V1_BYTES || ascii(bytes, 0, 3) !== 'TAG') return tags;
  const hasTrack = bytes[125] === 0 && bytes[126] !== 0;
  const field = (start: number, length: number) => usedBytes(bytes.subarray(start, start + length));
  const fields = [field(3, 30), field(33, 30), field(63, 30), field(93, 4), field(97, hasTrack ? 28 : 30)];
  const [title = '', artist = '', album = '', date = '', comment = ''] = decodeTogether(fields, named);
  setText(tags, 'title', title);
  setText(tags, 'artist', artist);
  setText(tags, 'album', album);
  setText(tags, 'date', dateOf(date) ?? '');
  setText(tags, 'comment', comment);
  if (hasTrack) tags.trackNumber = bytes[126] as number;
  setText(tags, 'genre', genreNames(String(bytes[127])).join());
  return tags;
}

/** Genres of ID3v1 and Winamp's additions, by genre number. */
const GENRES =
  'Blues|Classic Rock|Country|Dance|Disco|Funk|Grunge|Hip-Hop|Jazz|Metal|New Age|Oldies|Other|Pop|R&B|Rap|Reggae|Rock|Techno|Industrial|Alternative|Ska|Death Metal|Pranks|Soundtrack|Euro-Techno|Ambient|Trip-Hop|Vocal|Jazz+Funk|Fusion|Trance|Classical|Instrumental|Acid|House|Game|Sound Clip|Gospel|Noise|Alternative Rock|Bass|Soul|Punk|Space|Meditative|Instrumental Pop|Instrumental Rock|Ethnic|Gothic|Darkwave|Techno-Industrial|Electronic|Pop-Folk|Eurodance|Dream|Southern Rock|Comedy|Cult|Gangsta|Top 40|Christian Rap|Pop/Funk|Jungle|Native American|Cabaret|New Wave|Psychedelic|Rave|Showtunes|Trailer|Lo-Fi|Tribal|Acid Punk|Acid Jazz|Polka|Retro|Musical|Rock & Roll|Hard Rock|Folk|Folk-Rock|National Folk|Swing|Fast Fusion|Bebop|Latin|Revival|Celtic|Bluegrass|Avantgarde|Gothic Rock|Progressive Rock|Psychedelic Rock|Symphonic Rock|Slow Rock|Big Band|Chorus|Easy Listening|Acoustic|Humour|Speech|Chanson|Opera|Chamber Music|Sonata|Symphony|Booty Bass|Primus|Porn Groove|Satire|Slow Jam|Club|Tango|Samba|Folklore|Ballad|Power Ballad|Rhythmic Soul|Freestyle|Duet|Punk Rock|Drum Solo|A Cappella|Euro-House|Dance Hall|Goa|Drum & Bass|Club-House|Hardcore|Terror|Indie|BritPop|Afro-Punk|Polsk Punk|Beat|Christian Gangsta Rap|Heavy Metal|Black Metal|Crossover|Contemporary Christian|Christian Rock|Merengue|Salsa|Thrash Metal|Anime|JPop|Synthpop|Abstract|Art Rock|Baroque|Bhangra|Big Beat|Breakbeat|Chillout|Downtempo|Dub|EBM|Eclectic|Electro|Electroclash|Emo|Experimental|Garage|Global|IDM|Illbient|Industro-Goth|Jam Band|Krautrock|Leftfield|Lounge|Math Rock|New Romantic|Nu-Breakz|Post-Punk|Post-Rock|Psytrance|Shoegaze|Space Rock|Trop Rock|World Music|Neoclassical|Audiobook|Audio Theatre|Neue Deutsche Welle|Podcast|Indie Rock|G-Funk|Dubstep|Garage Rock|Psybient'.split(
    '|',
  );

/** References that ID3v2.3 and 2.4 define beside genre numbers. */
const REFERENCES: ReadonlyMap<string, string> = new Map([
  ['RX', 'Remix'],
  ['CR', 'Cover'],
]);

/**
 * Returns the genre names of a value of the ID3 frame TCON: `Rock` for `(17)`, `17` or `(17)Rock`; `Trance` and `Noise`
 * for `(31)(39)`; other text unchanged. Ignores unknown numbers. A text that begins with a parenthesis has two.
 */
export function genreNames(value: string): string[] {
  const text = value.trim();
  if (/^\d+$/.test(text) || REFERENCES.has(text)) return referredGenre(text);
  const references = /^(?:\((?:\d+|RX|CR)\))*/.exec(text)?.[0] ?? '';
  const rest = text.slice(references.length).replace(/^\(\(/, '(');
  const named = references.slice(1, -1).split(')(').flatMap(referredGenre);
  return [...new Set(rest === '' ? named : [...named, rest])];
}

function referredGenre(reference: string): string[] {
  const name = REFERENCES.get(reference) ?? GENRES[Number.parseInt(reference, 10)];
  return name === undefined ? [] : [name];
}
