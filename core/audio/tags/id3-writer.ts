import { joinBytes } from '../../base/bytes.ts';
import { MAX_TAG_TEXT_BYTES } from '../../base/limits.ts';
import { encodeLatin1, encodeUtf16 } from '../../base/text-encoding.ts';
import { isItunesGapless, isItunesMeasure } from './id3.ts';
import { type Id3Frame, type Id3Version, textStart } from './id3-frames.ts';
import { decodeTagTexts } from './tag-text.ts';
import { type AttachedPicture, hasNoTags, numberOfTotal, type SourceTags } from './tags.ts';

/**
 * Returns an ID3 tag; `[]` without tags. Copies the frames of an ID3 tag in its version, and adds what other tags state.
 * Without an ID3 tag the version is 2.3, which every player reads. Texts are ASCII if possible, otherwise UTF-16.
 */
export function writeId3(tags: SourceTags): Uint8Array<ArrayBuffer> {
  if (hasNoTags(tags)) return new Uint8Array(0);
  const version = versionOf(tags);
  const copied = (tags.frames ?? []).filter((frame) => isCopied(frame, version));
  const ids = new Set(copied.filter((each) => !isItunesMeasure(each)).map(({ id }) => id));
  const isDated = ids.has('TDRC') || ids.has('TYER');
  const added = framesOf(tags, version).filter(({ id }) => !ids.has(id) && !(isDated && DATES.includes(id)));
  const body = joinBytes(...[...added, ...copied].map((frame) => writeFrame(renamed(frame, version), version)));
  return body.length === 0 ? body : joinBytes([0x49, 0x44, 0x33, version, 0, 0, ...syncsafe(body.length)], body);
}

/** Returns the names of tags that `writeId3` doesn't write. */
export function droppedTags(tags: SourceTags): string[] {
  const version = versionOf(tags);
  const dropped = (tags.frames ?? []).filter((frame) => !isOfEncodedAudio(frame) && !isCopied(frame, version));
  return [...new Set([...(tags.dropped ?? []), ...dropped.map(({ name }) => name)])];
}

const versionOf = ({ frames }: SourceTags): Id3Version => frames?.find(({ version }) => version)?.version ?? 3;

const DATES = ['TDRC', 'TYER', 'TDAT'];

/** Frames that describe the bytes of an encoded file, such as seek tables. They mean nothing in another file. */
const OF_ENCODED_AUDIO = ['AENC', 'ASPI', 'MLLT', 'RBUF', 'SEEK'];

const isOfEncodedAudio = (frame: Id3Frame) => OF_ENCODED_AUDIO.includes(frame.id) || isItunesGapless(frame);

/** Frames that include other frames, whose sizes differ between the versions. */
const WITH_FRAMES = ['CHAP', 'CTOC'];

function isCopied(frame: Id3Frame, version: Id3Version): boolean {
  const { id, version: own = version } = frame;
  return !isOfEncodedAudio(frame) && (own === version || !WITH_FRAMES.includes(id));
}

/** Returns a frame with the ID of the same content in another version of ID3. */
function renamed(frame: Id3Frame, version: Id3Version): Id3Frame {
  const [from, to] = version === 3 ? ['TIPL', 'IPLS'] : ['IPLS', 'TIPL'];
  return frame.id === from ? { ...frame, id: to } : frame;
}

function framesOf(tags: SourceTags, version: Id3Version): Id3Frame[] {
  const [year, month, day] = tags.date?.split('-') ?? [];
  return [
    ...textFrame('TIT2', tags.title),
    ...textFrame('TIT3', tags.description),
    ...textFrame('TPE1', tags.artist),
    ...textFrame('TALB', tags.album),
    ...textFrame('TPE2', tags.albumArtist),
    ...textFrame('TCON', tags.genre),
    ...(version === 4
      ? textFrame('TDRC', tags.date)
      : // ID3v2.3 stores day and month as DDMM, separate from the year.
        [...textFrame('TYER', year), ...textFrame('TDAT', month && day && `${day}${month}`)]),
    ...textFrame('TRCK', numberOfTotal(tags.trackNumber, tags.tracksTotal)),
    ...textFrame('TPOS', numberOfTotal(tags.discNumber, tags.discsTotal)),
    ...languageFrame('COMM', tags.comment),
    ...languageFrame('USLT', tags.lyrics),
    ...(tags.images ?? []).map(imageFrame),
  ];
}

const syncsafe = (size: number) => [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f);

function writeFrame(frame: Id3Frame, version: Id3Version): Uint8Array {
  const body = withCleanTexts(frame);
  const plain = [24, 16, 8, 0].map((shift) => (body.length >>> shift) & 0xff);
  return joinBytes(encodeLatin1(frame.id), version === 4 ? syncsafe(body.length) : plain, [0, 0], body);
}

/** Encodes the texts of a frame anew, because programs state wrong encodings. Leaves frames without texts unchanged. */
function withCleanTexts({ id, body }: Id3Frame): Uint8Array {
  const [encoding = 0] = body;
  const start = textStart(id);
  if (start === 0 || encoding > 3 || body.length > MAX_TAG_TEXT_BYTES) return body;
  const texts = decodeTagTexts(body.subarray(start), encoding);
  const least = id === 'TXXX' || start === 4 ? 2 : 1;
  while (texts.length > least && texts.at(-1) === '') texts.pop();
  return textBody(body.subarray(1, start), texts);
}

function textBody(prefix: Uint8Array, texts: readonly string[]): Uint8Array {
  // Other bytes of ISO 8859-1 could be taken for another encoding.
  const plain = texts.every((text) => /^[\0-\x7f]*$/.test(text));
  const encoded = texts.map((text) =>
    plain ? joinBytes(encodeLatin1(text), [0]) : joinBytes(encodeUtf16(text), [0, 0]),
  );
  return joinBytes([plain ? 0 : 1], prefix, ...encoded);
}

const NO_BYTES = new Uint8Array(0);

const newFrame = (id: string, body: Uint8Array): Id3Frame => ({ id, name: id, body });

/** Returns a frame with texts; `[]` without any. */
export function textFrame(id: string, ...texts: readonly (string | undefined)[]): Id3Frame[] {
  const known = texts.filter((text) => text !== undefined);
  return known.some((text) => text !== '') ? [newFrame(id, textBody(NO_BYTES, known))] : [];
}

/** Returns an ID3 frame with a comment or lyrics in an undetermined language. */
function languageFrame(id: string, text: string | undefined): Id3Frame[] {
  return text ? [newFrame(id, textBody(encodeLatin1('und'), ['', text]))] : [];
}

function imageFrame({ data, mimeType, kind, description }: AttachedPicture): Id3Frame {
  const described = textBody(NO_BYTES, [description ?? '']);
  const kindByte = kind === 'coverFront' ? 3 : kind === 'coverBack' ? 4 : 0;
  return newFrame(
    'APIC',
    joinBytes(described.subarray(0, 1), encodeLatin1(mimeType), [0, kindByte], described.subarray(1), data),
  );
}
