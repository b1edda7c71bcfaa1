import { zlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readMp3Start } from '#core/audio/mp3/mp3-reader.ts';
import { readApeItems } from '#core/audio/tags/ape.ts';
import { genreNames, readId3, readItunesGapless } from '#core/audio/tags/id3.ts';
import { readRiffInfo } from '#core/audio/wav/riff-info.ts';
import { readWav } from '#core/audio/wav/wav-reader.ts';
import { readWavTags } from '#core/audio/wav/wav-tags.ts';
import { riffChunk } from '#core/base/bytes.ts';
import { fileFromBytes } from '#core/base/files.ts';
import {
  MAX_INFLATED_TAG_BYTES,
  MAX_RIFF_CHUNKS,
  MAX_TAG_ENTRIES,
  MAX_TAG_IMAGES,
  MAX_TAG_TEXT_BYTES,
  MAX_TAGS,
} from '#core/base/limits.ts';
import { big32, comment, filled, id3Frame, id3Tag, joined, little32, repeated, textFrameId, wave } from './hostile.ts';
import { expectLinearTime, readGrowth } from './measure.ts';

const FMT = riffChunk('fmt ', joined([1, 0, 1, 0], little32(44_100), little32(88_200), [2, 0, 16, 0]));
const DATA = riffChunk('data', new Uint8Array(8));
const APIC = id3Frame('APIC', joined([0], 'image/png', [0, 3, 0, 1, 2, 3]));

describe('ID3 tags', () => {
  it.each([
    ['a comment of hexadecimal digits', (size: number) => id3Frame('COMM', comment(filled(size, '0123456789ABCDEF ')))],
    [
      'a comment of digits with another character at its end',
      (size: number) => id3Frame('COMM', comment(joined(filled(size, '0'), '!'))),
    ],
    ['a comment of zero bytes', (size: number) => id3Frame('COMM', comment(joined(filled(size, [0]), 'x')))],
    [
      'a gapless comment of spaces',
      (size: number) => id3Frame('COMM', joined([0], 'engiTunSMPB', [0], filled(size, ' '))),
    ],
    ['many text frames', (size: number) => repeated(size, (index) => id3Frame(textFrameId(index), joined([0], 'a')))],
    ['one repeated text frame', (size: number) => repeated(size, () => id3Frame('TIT2', joined([0], 'a')))],
    ['a text with many values', (size: number) => id3Frame('TIT2', joined([0], filled(size, 'a\0')))],
    ['a track number of slashes', (size: number) => id3Frame('TRCK', joined([0], filled(size, '/')))],
    ['many cover images', (size: number) => repeated(size, () => APIC)],
    ['empty frames', (size: number) => repeated(size, () => id3Frame('TIT2', new Uint8Array()))],
    ['a cover image whose type has no end', (size: number) => id3Frame('APIC', joined([0], filled(size, 'a')))],
  ])('are read in linear time: %s', async (_, frames) => {
    await expectLinearTime(
      (size) => id3Tag(frames(size)),
      (tag) => readItunesGapless(readId3(tag).frames),
    );
  });

  it('are cut after the maximum number of entries, cover images and characters', () => {
    const frames = repeated(24 * 3 * MAX_TAG_ENTRIES, (index) => id3Frame(textFrameId(index), joined([0], 'a')));
    expect(Object.keys(readId3(id3Tag(frames)).raw ?? {})).toHaveLength(MAX_TAG_ENTRIES);
    const images = readId3(id3Tag(repeated(APIC.length * 100, () => APIC))).images;
    expect(images).toHaveLength(MAX_TAG_IMAGES);
    const long = id3Tag(id3Frame('TIT2', joined([3], filled(2 * MAX_TAG_TEXT_BYTES, Buffer.from('筆') as never))));
    expect(readId3(long).title).toBe('筆'.repeat(MAX_TAG_TEXT_BYTES / 3));
  });

  it('distinguish iTunes’ measurements from comments', () => {
    const measure = ' 00000000 00000210 00000A5C 00000000001A2B94 00000000 00000000 00000000 00000000';
    for (const [text, isMeasure] of [
      [measure, true],
      [measure.trim().replaceAll(' ', ''), true],
      [measure.slice(0, 60), false],
      [`${measure} and words`, false],
      ['0000000', false],
    ] as const)
      expect(readId3(id3Tag(id3Frame('COMM', comment(joined(text))))).comment, text).toBe(
        isMeasure ? undefined : text.trim(),
      );
  });
});

describe('APE tags', () => {
  const item = (key: string, value: string) => joined(little32(value.length), little32(0), key, [0], value);

  it.each([
    ['many items', (size: number) => repeated(size, (index) => item(textFrameId(index), 'a'))],
    ['a text with many values', (size: number) => item('Artist', 'a\0'.repeat(size / 2))],
    ['a key without an end', (size: number) => joined(little32(1), little32(0), filled(size, 'a'))],
  ])('are read in linear time: %s', async (_, items) => {
    await expectLinearTime(items, readApeItems);
  });
});

it('a compressed ID3 frame is inflated up to a limit', () => {
  const packed = (size: number) => {
    const data = zlibSync(joined([0], new Uint8Array(size).fill(97)));
    return joined('TIT2', big32(data.length + 4), [0, 0x80], big32(size + 1), data);
  };
  const bomb = readId3(id3Tag(joined(packed(2 ** 20), packed(MAX_INFLATED_TAG_BYTES))));
  expect(bomb.frames?.map(({ body }) => body.length)).toEqual([2 ** 20 + 1]);
  expect(bomb.dropped).toEqual(['TIT2']);
});

describe('MP3 files', () => {
  it.each([
    ['frame headers without frames', (size: number) => filled(size, [0xff, 0xfb, 0x90, 0])],
    ['frame headers without a bitrate', (size: number) => filled(size, [0xff, 0xfb, 0, 0])],
    ['sync bytes', (size: number) => filled(size, [0xff])],
    [
      'frames that no other frame follows',
      (size: number) => repeated(size, () => joined([0xff, 0xfb, 0x90, 0], filled(414, [0]))),
    ],
    ['empty tags', (size: number) => filled(size, [0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 0])],
  ])('are read in linear time: %s', async (_, make) => {
    await expectLinearTime(
      (size) => fileFromBytes('a.mp3', make(size)),
      (file) => readMp3Start(file),
    );
  });

  it('are read in windows of limited size after the first tags', async () => {
    const tag = joined('ID3', [3, 0, 0, 0, 0, 0, 0]);
    const growth = await readGrowth('a.mp3', (size) => filled(size, [...tag]), readMp3Start, 1 << 18);
    expect(growth.bytes).toBeLessThan(9);
    expect(growth.count).toBeLessThan(MAX_TAGS);
  });
});

describe('RIFF files', () => {
  it('are read in linear time for any number of INFO entries', async () => {
    const entry = (index: number) => riffChunk(textFrameId(index), joined('a', [0]));
    await expectLinearTime((size) => joined('INFO', repeated(size, entry)), readRiffInfo);
  });

  it.each([
    ['empty chunks', (size: number) => repeated(size, () => riffChunk('JUNK', new Uint8Array()))],
    ['chunks of odd length', (size: number) => repeated(size, () => joined('JUNK', little32(1), 'x'))],
    [
      'audio chunks of unknown length',
      (size: number) =>
        joined(
          'ds64',
          little32(16),
          big32(0),
          big32(0),
          [1, 0, 0, 0],
          big32(0),
          repeated(size, () => joined('data', big32(0xffff_ffff), 'x')),
        ),
    ],
    ['lists', (size: number) => repeated(size, () => riffChunk('LIST', joined('INFOINAM', little32(2), 'a', [0])))],
  ])('need few read calls, in proportion to their size: %s', async (_, chunks) => {
    const parse = async (file: Parameters<typeof readWav>[0]) => readWavTags(file, await readWav(file));
    const growth = await readGrowth('a.wav', (size) => wave(FMT, DATA, chunks(size)), parse, 1 << 14);
    expect(growth.count).toBeLessThan(9);
    expect(growth.bytes).toBeLessThan(9);
    await expectLinearTime((size) => fileFromBytes('a.wav', wave(FMT, DATA, chunks(size))), parse);
  });

  it('are searched up to the maximum number of chunks', async () => {
    const junk = (count: number) => repeated(count * 8, () => riffChunk('JUNK', new Uint8Array()));
    const read = (count: number) => readWav(fileFromBytes('a.wav', wave(junk(count), FMT, DATA)));
    expect(await read(MAX_RIFF_CHUNKS - 2)).toMatchObject({ sampleFrames: 4 });
    await expect(read(MAX_RIFF_CHUNKS - 1)).rejects.toMatchObject({ code: 'wavChunkMissing' });
  });
});

it('genre names are parsed in linear time', async () => {
  await expectLinearTime((size) => `(${'1'.repeat(size)}`, genreNames);
  await expectLinearTime((size) => `${'(1)'.repeat(size / 3)}x`, genreNames);
});
