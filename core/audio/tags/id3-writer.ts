import { joinBytes } from '../../base/bytes.ts';
import { encodeLatin1, encodeUtf16, isLatin1 } from '../../base/text-encoding.ts';
import { type AttachedPicture, hasNoTags, type MediaTags, numberOfTotal } from './tags.ts';

/**
 * Returns an ID3v2.3 tag, which every player reads, in ISO 8859-1 if possible, otherwise UTF-16; `[]` without tags. The
 * package browser-id3-writer refuses unknown cover formats, adds 4 kB to each tag and writes only UTF-16.
 */
export function writeId3(tags: MediaTags): Uint8Array<ArrayBuffer> {
  if (hasNoTags(tags)) return new Uint8Array(0);
  const [year, month, day] = tags.date?.split('-') ?? [];
  const frames = [
    textFrame('TIT2', tags.title),
    textFrame('TIT3', tags.description),
    textFrame('TPE1', tags.artist),
    textFrame('TALB', tags.album),
    textFrame('TPE2', tags.albumArtist),
    textFrame('TCON', tags.genre),
    textFrame('TYER', year),
    // ID3v2.3 stores day and month as DDMM, separate from the year.
    textFrame('TDAT', month && day && `${day}${month}`),
    textFrame('TRCK', numberOfTotal(tags.trackNumber, tags.tracksTotal)),
    textFrame('TPOS', numberOfTotal(tags.discNumber, tags.discsTotal)),
    languageFrame('COMM', tags.comment),
    languageFrame('USLT', tags.lyrics),
    ...(tags.images ?? []).map(pictureFrame),
  ];
  const body = joinBytes(...frames);
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f);
  return joinBytes([0x49, 0x44, 0x33, 3, 0, 0, ...size], body);
}

function frame(id: string, body: Uint8Array): Uint8Array {
  const size = [24, 16, 8, 0].map((shift) => (body.length >>> shift) & 0xff);
  return joinBytes(encodeLatin1(id), size, [0, 0], body);
}

interface EncodedTexts {
  readonly encoding: number;
  readonly texts: readonly Uint8Array[];
}

function encodeTexts(...texts: readonly string[]): EncodedTexts {
  const plain = texts.every(isLatin1);
  return {
    encoding: plain ? 0 : 1,
    texts: texts.map((text) => (plain ? joinBytes(encodeLatin1(text), [0]) : joinBytes(encodeUtf16(text), [0, 0]))),
  };
}

function textFrame(id: string, text: string | undefined): Uint8Array {
  if (!text) return new Uint8Array(0);
  const { encoding, texts } = encodeTexts(text);
  return frame(id, joinBytes([encoding], ...texts));
}

/** Returns an ID3 frame with a comment or lyrics in an undetermined language. */
function languageFrame(id: string, text: string | undefined): Uint8Array {
  if (!text) return new Uint8Array(0);
  const { encoding, texts } = encodeTexts('', text);
  return frame(id, joinBytes([encoding], encodeLatin1('und'), ...texts));
}

function pictureFrame({ data, mimeType, kind, description }: AttachedPicture): Uint8Array {
  const { encoding, texts } = encodeTexts(description ?? '');
  const kindByte = kind === 'coverFront' ? 3 : kind === 'coverBack' ? 4 : 0;
  return frame('APIC', joinBytes([encoding], encodeLatin1(mimeType), [0, kindByte], ...texts, data));
}
