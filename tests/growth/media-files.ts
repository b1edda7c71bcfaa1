import { big32, filled, isoBox, joined, little32, repeated } from './hostile.ts';

/**
 * The smallest files that make parsers of mediabunny 1.61 loop or exhaust memory (`docs/upstream.md`). Each has a
 * counterpart with correct sizes, which must open.
 */

const big16 = (value: number) => [value >> 8, value & 255];
const zeros = (count: number) => new Uint8Array(count);

/** Returns an AAC frame whose header states this length. */
export const adtsFrame = (length: number): Uint8Array =>
  joined([0xff, 0xf1, 0x50, 0x80 | (length >> 11), (length >> 3) & 255, ((length & 7) << 5) | 0x1f, 0xfc], zeros(13));

/** Returns an EBML element whose size takes eight bytes. */
export const element = (id: string, ...content: readonly (Uint8Array | readonly number[] | string)[]): Uint8Array => {
  const body = joined(...content);
  return joined([...Buffer.from(id, 'hex')], [1, 0, 0, 0], big32(body.length), body);
};

const EBML = element('1a45dfa3', element('4286', [1]), element('4282', 'webm'), element('4287', [4]));
const webm = (...content: readonly Uint8Array[]) => joined(EBML, element('18538067', ...content));

const INFO = element('1549a966', element('2ad7b1', [0x0f, 0x42, 0x40]));
const TRACKS = element(
  '1654ae6b',
  element('ae', element('d7', [1]), element('83', [2]), element('86', 'A_OPUS'), element('e1', element('9f', [2]))),
);
/** Returns an EBML block of track 1 at the start of its cluster. */
const block = (flags: number, ...content: readonly (Uint8Array | readonly number[])[]) =>
  element('a3', [0x81, 0, 0, flags], ...content);
const cluster = (...blocks: readonly Uint8Array[]) => element('1f43b675', element('e7', [0]), ...blocks);

export const webmFile = (...content: readonly Uint8Array[]) =>
  webm(INFO, TRACKS, ...content, cluster(block(0x80, [1])));

const cue = (time: number) =>
  element('bb', element('b3', big32(time)), element('b7', element('f7', [1]), element('f1', [0])));

const STREAMINFO = joined(
  big16(4096),
  big16(4096),
  zeros(6),
  // A FLAC block STREAMINFO: 44,100 Hz, two channels, 16 bits, an unknown number of samples.
  [0x0a, 0xc4, 0x42, 0xf0],
  zeros(4 + 16),
);
const flacBlock = (type: number, content: Uint8Array, length = content.length) =>
  joined([type], big32(length).slice(1), content);
export const flacFile = (...rest: readonly Uint8Array[]) => joined('fLaC', flacBlock(0, STREAMINFO), ...rest);

/** Returns Vorbis comments of the same name. The header states `stated` comments. */
const vorbisComments = (count: number, stated = count) =>
  joined(
    little32(0),
    little32(stated),
    repeated(count * 7, () => joined(little32(3), 'A=b')),
  );

const fullBox = (type: string, ...content: readonly (Uint8Array | readonly number[])[]) =>
  isoBox(type, zeros(4), ...content);
const table = (type: string, count: number, ...entries: readonly (readonly number[])[]) =>
  fullBox(type, big32(count), ...entries.map((entry) => joined(...entry.map(big32))));

export interface Mp4Tables {
  readonly stts?: Uint8Array;
  readonly ctts?: Uint8Array;
  readonly stsc?: Uint8Array;
  readonly stsz?: Uint8Array;
  readonly stco?: Uint8Array;
  readonly more?: Uint8Array;
  readonly mvex?: Uint8Array;
  readonly behind?: Uint8Array;
}

const FTYP = isoBox('ftyp', joined('isom', zeros(4), 'isom'));

/** Returns an MP4 file with four 16-bit audio samples (`sowt`). */
export function mp4File(tables: Mp4Tables = {}): Uint8Array<ArrayBuffer> {
  const {
    stts = table('stts', 1, [4, 1]),
    ctts = zeros(0),
    stsc = table('stsc', 1, [1, 4, 1]),
    stsz = fullBox('stsz', big32(2), big32(4)),
    stco = table('stco', 1, [40]),
    more = zeros(0),
    mvex = zeros(0),
    behind = zeros(0),
  } = tables;
  const audio = isoBox('sowt', zeros(6), big16(1), zeros(8), big16(1), big16(16), zeros(4), big32(44_100 << 16));
  const stbl = isoBox('stbl', fullBox('stsd', big32(1), audio), stts, ctts, stsc, stsz, stco, more);
  const mdia = isoBox(
    'mdia',
    fullBox('mdhd', zeros(8), big32(44_100), big32(4), zeros(4)),
    fullBox('hdlr', zeros(4), joined('soun'), zeros(13)),
    isoBox('minf', stbl),
  );
  const tkhd = fullBox('tkhd', zeros(8), big32(1), zeros(4), big32(4), zeros(60));
  const mvhd = fullBox('mvhd', zeros(8), big32(44_100), big32(4), zeros(80));
  const moov = isoBox('moov', mvhd, isoBox('trak', tkhd, mdia), mvex);
  return joined(FTYP, isoBox('mdat', zeros(8)), moov, behind);
}

const TREX = isoBox('mvex', fullBox('trex', big32(1), big32(1), big32(1), big32(2), zeros(4)));
const fragment = (samples: number) =>
  isoBox('moof', isoBox('traf', fullBox('tfhd', big32(1)), fullBox('tfdt', zeros(4)), fullBox('trun', big32(samples))));

const OGG_SEGMENTS = 255;

/** Returns the Ogg pages of one packet. All pages except the last are full. */
function oggPages(flags: number, content: Uint8Array): Uint8Array {
  const pageBytes = OGG_SEGMENTS * 255;
  const count = Math.floor(content.length / pageBytes) + 1;
  return joined(
    ...Array.from({ length: count }, (_, page) => {
      const part = content.subarray(page * pageBytes, (page + 1) * pageBytes);
      const lacing = [
        ...filled(Math.floor(part.length / 255), [255]),
        ...(page === count - 1 ? [part.length % 255] : []),
      ];
      const head = joined('OggS', [0, page === 0 ? flags : 1], zeros(8), big32(1), zeros(8));
      return joined(head, [lacing.length], lacing, part);
    }),
  );
}

const OPUS_HEAD = joined('OpusHead', [1, 2, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]);

const MAX_COUNT = 0xffff_ffff;

export const SPINNING: Readonly<Record<string, () => Uint8Array<ArrayBuffer>>> = {
  'ADTS: frames of length 0': () => joined(adtsFrame(0), adtsFrame(0), adtsFrame(0)),
  'WebM: junk at the end of a segment': () => webm(INFO, element('ff')),
  'WebM: a segment inside a segment': () => webm(element('18538067', element('18538067'))),
  'WebM: a cluster whose size cannot be read': () => webm(INFO, joined([0x1f, 0x43, 0xb6, 0x75], zeros(20))),
  'WebM: many cues with the same time': () =>
    webmFile(
      element(
        '1c53bb6b',
        repeated(60_000 * cue(0).length, () => cue(0)),
      ),
    ),
  'WebM: empty laced blocks': () =>
    webm(INFO, TRACKS, cluster(repeated(40_000 * block(0x84, [255]).length, () => block(0x84, [255])))),
  'FLAC: no frame after the header': () => joined('fLaC', flacBlock(0x80, STREAMINFO)),
  'FLAC: junk after the header': () => joined('fLaC', flacBlock(0x80, STREAMINFO), zeros(100)),
  'FLAC: a metadata block longer than the file': () => flacFile(flacBlock(0x81, zeros(100), 0xffffff)),
  'FLAC: many comments with the same name': () => flacFile(flacBlock(0x84, vorbisComments(120_000))),
  'MP4: sample counts for 2^32 chunks': () => mp4File({ stsc: table('stsc', 2, [1, 4, 1], [MAX_COUNT, 4, 1]) }),
  'MP4: 2^32 samples with time offsets': () =>
    mp4File({ stts: table('stts', 1, [MAX_COUNT, 1]), ctts: table('ctts', 1, [1, 0]) }),
  'MP4: time offsets for 2^32 samples': () =>
    mp4File({ ctts: table('ctts', 20, ...Array.from({ length: 20 }, () => [MAX_COUNT, 0])) }),
  'MP4: sample sizes of 0 bits': () => mp4File({ stsz: isoBox('stz2', zeros(8), big32(MAX_COUNT)) }),
  'MP4: tables that each claim the rest of the file': () =>
    mp4File({ more: repeated(16 * 30_000, (index) => fullBox('stss', big32(4 * (30_000 - index) - 6))) }),
  'MP4: a fragment of 2^32 samples': () => mp4File({ ...NO_SAMPLES, behind: fragment(MAX_COUNT) }),
  'Ogg: many comments with the same name': () =>
    joined(oggPages(2, OPUS_HEAD), oggPages(0, joined('OpusTags', vorbisComments(120_000))), oggPages(4, zeros(10))),
};

/** MP4 tables without samples, whose stated counts are correct. */
const NO_SAMPLES: Mp4Tables = {
  stts: table('stts', 0),
  stsc: table('stsc', 0),
  stsz: fullBox('stsz', big32(0), big32(0)),
  stco: table('stco', 0),
  mvex: TREX,
};

export const AUDIO: Readonly<Record<string, () => Uint8Array<ArrayBuffer>>> = {
  ADTS: () => joined(adtsFrame(20), adtsFrame(20), adtsFrame(20)),
  WebM: () => webmFile(element('1c53bb6b', repeated(500 * cue(0).length, cue))),
  'WebM, laced': () => webm(INFO, TRACKS, cluster(block(0x84, [1, 1, 2]))),
  MP4: () => mp4File(),
  'MP4 with offsets': () => mp4File({ ctts: table('ctts', 1, [4, 0]) }),
  Ogg: () =>
    joined(oggPages(2, OPUS_HEAD), oggPages(0, joined('OpusTags', vorbisComments(500))), oggPages(4, zeros(10))),
  'MP4 in fragments': () => mp4File({ ...NO_SAMPLES, behind: fragment(4) }),
};
