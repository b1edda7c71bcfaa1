import fc from 'fast-check';
import { zlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { genreNames, readId3, readId3v1, readItunesGapless } from '#core/audio/tags/id3.ts';
import { id3Length } from '#core/audio/tags/id3-frames.ts';
import { writeId3 } from '#core/audio/tags/id3-writer.ts';
import { describedTags, type MediaTags } from '#core/audio/tags/tags.ts';
import { readRiffInfo, writeRiffInfo } from '#core/audio/wav/riff-info.ts';
import { decodeUtf8, encodeUtf8 } from '#core/base/text-encoding.ts';
import { readSample, samplesFolder } from '../../samples.ts';
import { bytesOf } from './audio-files.ts';

const concat = (...parts: readonly (Uint8Array | readonly number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Uint8Array.from(part))));

const sizes: Record<number, (size: number) => number[]> = {
  2: (size) => [size >> 16, (size >> 8) & 255, size & 255],
  3: (size) => [0, size >> 16, (size >> 8) & 255, size & 255],
  4: (size) => [0, (size >> 14) & 127, (size >> 7) & 127, size & 127],
};

/** Returns an ID3 tag built from the standard's text, independently of the code under test. */
function id3(version: 2 | 3 | 4, frames: readonly (readonly [id: string, body: Uint8Array])[], flags = 0): Uint8Array {
  const body = concat(
    ...frames.map(([id, content]) =>
      concat(bytesOf(id), sizes[version]?.(content.length) ?? [], version === 2 ? [] : [0, 0], content),
    ),
    new Uint8Array(20),
  );
  return concat(bytesOf('ID3'), [version, 0, flags], sizes[4]?.(body.length) ?? [], body);
}

const latin = (text: string) => concat([0], bytesOf(text));
const utf16 = (text: string) => concat([1, 0xff, 0xfe], Buffer.from(text, 'utf16le'));

describe('the ID3 reader', () => {
  it('reads version 2.2', () => {
    const image = concat([0], bytesOf('PNG'), [3], bytesOf('cover\0'), [0x89, 0x50, 0x4e, 0x47, 1]);
    const tag = id3(2, [
      ['TT2', latin('Title')],
      ['TRK', latin('3/12')],
      ['TCO', latin('(17)')],
      ['PIC', image],
    ]);
    expect(readId3(tag)).toMatchObject({
      title: 'Title',
      trackNumber: 3,
      tracksTotal: 12,
      genre: 'Rock',
      images: [{ mimeType: 'image/png', kind: 'coverFront', description: 'cover' }],
    });
  });

  it('reads version 2.3, in UTF-16, with the day beside the year', () => {
    const comment = concat([1], bytesOf('eng'), [0xff, 0xfe, 0, 0], utf16('見出し').slice(1));
    const tag = id3(3, [
      ['TIT2', utf16('筆箱 ♪')],
      ['TYER', latin('1999')],
      ['COMM', comment],
      ['TPOS', latin('1')],
    ]);
    expect(readId3(tag)).toMatchObject({ title: '筆箱 ♪', date: '1999', comment: '見出し', discNumber: 1 });
  });

  it('reads version 2.4, in UTF-8, with several values and an unsynchronized frame', () => {
    const tag = id3(4, [
      ['TPE1', concat([3], Buffer.from('甲\0乙'))],
      ['TDRC', concat([3], bytesOf('2024-05-31T10:00'))],
    ]);
    expect(readId3(tag)).toMatchObject({ artist: '甲 / 乙', date: '2024-05-31' });
  });

  it('reads version 2.4 with the non-syncsafe sizes of old iTunes versions', () => {
    const long = latin('x'.repeat(300));
    const frames = concat(
      bytesOf('TIT2'),
      [0, 0, 1, 45],
      [0, 0],
      long,
      bytesOf('TALB'),
      [0, 0, 0, 3],
      [0, 0],
      latin('ab'),
    );
    const tag = concat(bytesOf('ID3'), [4, 0, 0], sizes[4]?.(frames.length) ?? [], frames);
    expect(readId3(tag)).toMatchObject({ title: 'x'.repeat(300), album: 'ab' });
  });

  it('reads a tag that is unsynchronized as a whole, with an extended header', () => {
    const frame = concat(bytesOf('TIT2'), [0, 0, 0, 4, 0, 0], [0, 0xff, 0, 0x62, 0x63]);
    const body = concat([0, 0, 0, 6, 0, 0, 0, 0, 0, 0], frame);
    const tag = concat(bytesOf('ID3'), [3, 0, 0xc0], sizes[4]?.(body.length) ?? [], body);
    expect(readId3(tag).title).toBe('ÿbc');
  });

  it('separates iTunes’ technical comments from the comment and reads the gapless data', () => {
    const measure = concat([0], bytesOf('engiTunSMPB\0 00000000 00000210 00000A2C 000000000000AC44 00000000'));
    const tag = id3(3, [
      ['COMM', measure],
      ['COMM', concat([0], bytesOf('eng\0hello'))],
    ]);
    expect(readId3(tag).comment).toBe('hello');
    expect(readItunesGapless(readId3(tag).frames)).toEqual({ delay: 528, padding: 2604, samples: 44_100 });
  });

  it('reads version 1 with a track number', () => {
    const tag = new Uint8Array(128);
    tag.set(bytesOf('TAG'));
    tag.set(bytesOf('A title'), 3);
    tag.set(bytesOf('1987'), 93);
    tag.set([0, 7, 8], 125);
    expect(readId3v1(tag)).toEqual({ title: 'A title', date: '1987', trackNumber: 7, genre: 'Jazz' });
  });

  it('skips a frame with an odd ID, and reads IDs of version 2.2 that a space or zero pads', () => {
    const tag = id3(3, [
      ['TIT2', latin('Title')],
      ['TSA ', latin('Sort Album')],
      ['T\x00\x01~', latin('?')],
      ['TP1\0', latin('Artist')],
      ['TALB', latin('Album')],
    ]);
    expect(readId3(tag)).toMatchObject({ title: 'Title', artist: 'Artist', album: 'Album', dropped: ['T~'] });
    expect(readId3(tag).frames?.map(({ id }) => id)).toEqual(['TIT2', 'TSOA', 'TPE1', 'TALB']);
  });

  it.each([
    [
      3,
      [
        ['TYER', '2017'],
        ['TDAT', '3105'],
        ['TIME', '1030'],
      ],
      '2017-05-31',
    ],
    [
      3,
      [
        ['TDAT', '0101'],
        ['TYER', '1999'],
      ],
      '1999-01-01',
    ],
    [
      3,
      [
        ['TYER', '2017'],
        ['TDAT', '3113'],
      ],
      '2017',
    ],
    [
      2,
      [
        ['TYE', '2017'],
        ['TDA', '3105'],
        ['TIM', '1030'],
      ],
      '2017-05-31',
    ],
    [
      4,
      [
        ['TYER', '1999'],
        ['TDRC', '2017-05-31T10:30'],
      ],
      '2017-05-31',
    ],
  ] as const)('reads the date of version 2.%d from %j', (version, frames, date) => {
    expect(
      readId3(
        id3(
          version,
          frames.map(([id, text]) => [id, latin(text)] as const),
        ),
      ).date,
    ).toBe(date);
  });

  it('reads a UTF-16 list in which each value has a byte order mark', () => {
    const list = concat(utf16('甲'), [0, 0], utf16('乙').slice(1), [0, 0]);
    expect(readId3(id3(4, [['TPE1', list]])).artist).toBe('甲 / 乙');
  });

  it('undoes the unsynchronization of version 2.4 that only the header flags', () => {
    const data = [0xff, 0xd8, 0xff, 0, 0xe1, 0xff, 0, 0];
    const image = concat([0], bytesOf('image/jpeg\0'), [3, 0], data);
    const unsynchronized = readId3(id3(4, [['APIC', image]], 0x80)).images?.[0]?.data;
    expect([...(unsynchronized ?? [])]).toEqual([0xff, 0xd8, 0xff, 0xe1, 0xff, 0]);
    // Some programs set the flag without the change. A sync word shows that.
    const plain = concat([0], bytesOf('image/jpeg\0'), [3, 0], [0xff, 0xd8, 0xff, 0xe0, 0xff, 0]);
    expect([...(readId3(id3(4, [['APIC', plain]], 0x80)).images?.[0]?.data ?? [])]).toEqual([...plain.slice(-6)]);
  });

  it('reads compressed frames, and names encrypted ones', () => {
    const packed = zlibSync(latin('Packed'));
    const frame = (id: string, flags: readonly number[], body: Uint8Array) =>
      concat(bytesOf(id), [0, 0, 0, body.length], flags, body);
    const tag = (version: number, ...frames: Uint8Array[]) => {
      const body = concat(...frames);
      return concat(bytesOf('ID3'), [version, 0, 0], sizes[4]?.(body.length) ?? [], body);
    };
    const length = [0, 0, 0, 7];
    const encrypted = frame('TPE1', [0, 0x40], latin('x'));
    expect(readId3(tag(3, frame('TIT2', [0, 0xa0], concat([1], length, packed)), encrypted))).toMatchObject({
      title: 'Packed',
      dropped: ['TPE1'],
    });
    expect(readId3(tag(4, frame('TIT2', [0, 0x49], concat([1], length, packed)))).title).toBe('Packed');
  });

  // The names are those of mutagen 1.46.
  it.each([
    ['(53)', ['Pop-Folk']],
    ['(51)(39)', ['Techno-Industrial', 'Noise']],
    ['(RX)', ['Remix']],
    ['CR', ['Cover']],
    ['17', ['Rock']],
    ['(17)Rock', ['Rock']],
    ['(4)Eurodisco', ['Disco', 'Eurodisco']],
    ['((I think...)', ['(I think...)']],
    ['191', ['Psybient']],
    ['Rock (live)', ['Rock (live)']],
    ['(255)', []],
  ])('names the genre %s', (value, names) => {
    expect(genreNames(value)).toEqual(names);
  });

  it('reads a text of version 1 that is cut within a character', () => {
    const tag = (title: Uint8Array) => concat(bytesOf('TAG'), title.slice(0, 30), new Uint8Array(95));
    expect(readId3v1(tag(Buffer.from('a夜に駆ける夜に駆ける'))).title).toBe('a夜に駆ける夜に駆け');
    expect(readId3v1(tag(bytesOf(`${'x'.repeat(29)}\xe9`))).title).toBe(`${'x'.repeat(29)}é`);
  });

  it('throws no error for damaged tags', () => {
    const tag = id3(3, [
      ['TIT2', utf16('title')],
      ['APIC', concat([0], bytesOf('image/png\0'), [3, 0, 1, 2])],
    ]);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(tag.length - 1), fc.nat(255))), fc.nat(tag.length), (edits, length) => {
        const bytes = tag.slice(0, length);
        for (const [at, value] of edits) if (at < length) bytes[at] = value;
        expect(readId3(bytes)).toBeTypeOf('object');
      }),
      { seed: 6, numRuns: 500 },
    );
  });
});

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((value) => {
  const trimmed = value.trim();
  return trimmed === value && !/[\0\ufffd]/.test(value) && !/^\(|^\d+$|^(RX|CR)$/.test(value);
});

const tags: fc.Arbitrary<MediaTags> = fc.record(
  {
    title: text,
    artist: text,
    album: text,
    genre: text,
    comment: text,
    description: text,
    date: fc.constantFrom('1999', '2024', '2017-05-31'),
    trackNumber: fc.integer({ min: 1, max: 99 }),
  },
  { requiredKeys: ['title'] },
);

describe('written tags', () => {
  it('read back equal in ID3v2.3, with cover images', () => {
    const extra = fc.record({ albumArtist: text, lyrics: text, discNumber: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(tags, extra, fc.uint8Array({ minLength: 1 }), (some, more, data) => {
        const images = [
          { data: new Uint8Array(data), mimeType: 'image/gif', kind: 'coverBack' as const, description: '裏' },
        ];
        const all = { ...some, ...more, images };
        const bytes = writeId3(all);
        expect(id3Length(bytes)).toBe(bytes.length);
        const { raw: _, ...read } = describedTags(readId3(bytes));
        expect(read).toEqual(all);
      }),
      { seed: 6, numRuns: 200 },
    );
  });

  it('read back equal in LIST INFO', () => {
    fc.assert(
      fc.property(tags, (all) => {
        const bytes = writeRiffInfo(all);
        expect(new DataView(bytes.buffer).getUint32(4, true)).toBe(bytes.length - 8);
        const { raw: _, ...read } = describedTags(readRiffInfo(bytes.subarray(8)));
        expect(read).toEqual(all);
      }),
      { seed: 6, numRuns: 200 },
    );
  });

  it('have no bytes if they are empty', () => {
    expect(writeId3({})).toHaveLength(0);
    expect(writeRiffInfo({})).toHaveLength(0);
  });

  it('use the same UTF-8 encoding as Node', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(Buffer.from(encodeUtf8(value))).toEqual(Buffer.from(value, 'utf8'));
        expect(decodeUtf8(encodeUtf8(value))).toBe(value);
      }),
      { seed: 6, numRuns: 500 },
    );
    for (const bytes of [[0x80], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82]])
      expect(decodeUtf8(Uint8Array.from(bytes))).toBeUndefined();
  });
});

it.skipIf(!samplesFolder)('the tags of real files are read (needs ../shared/samples)', () => {
  expect(readId3(readSample('audio/id3v22-tags.mp3'))).toMatchObject({
    title: 'partial',
    artist: 'the artist',
    album: 'the album',
    trackNumber: 2,
    discNumber: 4,
  });
  expect(readId3(readSample('audio/id3v22-tags.mp3'))).not.toHaveProperty('comment');
  const [image] = readId3(readSample('audio/id3v2-cover-1400px.mp3')).images ?? [];
  expect(image).toMatchObject({ mimeType: 'image/jpeg', description: 'Test description' });
  expect(image?.data).toHaveLength(38_946);
});
