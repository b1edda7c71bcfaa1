import { describe, expect, it } from 'vitest';
import { readMp3Start } from '#core/audio/mp3/mp3-reader.ts';
import { readApe, readApeItems } from '#core/audio/tags/ape.ts';
import { readId3, textsOf } from '#core/audio/tags/id3.ts';
import { droppedTags, writeId3 } from '#core/audio/tags/id3-writer.ts';
import { mergeTags } from '#core/audio/tags/merge-tags.ts';
import { decodeTagTexts } from '#core/audio/tags/tag-text.ts';
import type { SourceTags } from '#core/audio/tags/tags.ts';
import { readWav } from '#core/audio/wav/wav-reader.ts';
import { readWavTags } from '#core/audio/wav/wav-tags.ts';
import { ascii } from '#core/base/bytes.ts';
import { fileFromBytes } from '#core/base/files.ts';
import type { Warning } from '#core/platform/context.ts';
import { id3Frame, id3Tag, joined, little32 } from '../../growth/hostile.ts';
import { platform as inline } from '../../inline-platform.ts';
import { fieldFolder, readField } from '../../samples.ts';
import { makeFile } from '../../video/inputs.ts';
import { chunk, pcm16, sine, wavFile } from './audio-files.ts';
import { toMp3, toWav } from './conversions.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const tone = () => wavFile({ data: pcm16(sine(440, 44_100, 4000)) });
const tagsOfWav = async (bytes: Bytes) => {
  const file = fileFromBytes('a.wav', bytes);
  return readWavTags(file, await readWav(file));
};
const tagsOfMp3 = async (bytes: Bytes) => (await readMp3Start(fileFromBytes('a.mp3', bytes))).tags;
const contents = ({ frames = [] }: SourceTags) =>
  frames.map(({ id, body }) => {
    if (id === 'COMM' || id === 'USLT')
      return [id, ascii(body, 1, 3), ...decodeTagTexts(body.subarray(4), body[0] as number).filter(Boolean)];
    return id.startsWith('T') || id === 'IPLS' ? [id, ...textsOf(body)] : [id, body];
  });

const INFO = [
  ['INAM', '題'],
  ['ICOP', '2017 Me'],
  ['IMUS', 'Composer X'],
  ['IENG', 'Engineer Y'],
  ['ISFT', 'Writer 1.0'],
  ['ISRC', 'JPAB01234567'],
  ['IKEY', 'night; run'],
] as const;

describe('tags copied from WAV to MP3 and back', () => {
  it('have every INFO entry, also without the `id3 ` chunk', async () => {
    const entries = INFO.map(([id, text]) => chunk(id, new Uint8Array(Buffer.from(`${text}\0`))));
    const list = chunk('LIST', joined('INFO', ...entries));
    const source = wavFile({ data: pcm16(sine(440, 44_100, 4000)), after: [list] });
    const mp3 = (await toMp3(source)).bytes;
    expect(contents(await tagsOfMp3(mp3))).toEqual([
      ['TIT2', '題'],
      ['TCOP', '2017 Me'],
      ['TCOM', 'Composer X'],
      ['IPLS', 'engineer', 'Engineer Y'],
      ['TSSE', 'Writer 1.0'],
      ['TSRC', 'JPAB01234567'],
      ['TXXX', 'IKEY', 'night; run'],
    ]);
    const wav = (await toWav(fileFromBytes('a.mp3', mp3))).bytes;
    expect((await tagsOfWav(wav)).raw).toMatchObject(Object.fromEntries(INFO));
    expect(contents(await tagsOfWav(wav))).toEqual(contents(await tagsOfMp3(mp3)));
  });

  it('keep lists, languages and all comments of version 2.4, but no measures of the encoded audio', async () => {
    const utf8 = (id: string, text: string) => id3Frame(id, joined([3], Buffer.from(text)));
    const frames = joined(
      utf8('TPE1', '甲\0乙'),
      utf8('TDRC', '2017-05-31T10:30'),
      id3Frame('COMM', joined([0], 'eng\0first')),
      id3Frame('COMM', joined([0], 'fra\0second')),
      id3Frame('COMM', joined([0], 'engiTunSMPB\0 00000000 00000210 00000A2C 000000000000AC44')),
      id3Frame('MLLT', new Uint8Array(10)),
      joined('TPE3', [0, 0, 0, 2, 0, 0x04], [0, 1]),
      id3Frame('CHAP', joined('ch0', new Uint8Array(17), id3Frame('TIT2', joined([0], 'x')))),
    );
    const tag = id3Tag(frames);
    tag[3] = 4;
    const reported: Warning[] = [];
    const mp3 = joined(tag, (await toMp3(tone())).bytes);
    const { bytes, warnings } = await makeFile('mp3-to-wav', { audio: fileFromBytes('a.mp3', mp3) }, {}, inline, {
      onWarning: (warning) => void reported.push(warning),
    });
    expect(warnings).toEqual([]);
    expect(reported).toEqual([{ code: 'tagsDropped', data: { tags: 'TPE3' } }]);
    const tags = await tagsOfWav(bytes);
    expect(contents(tags).map(([id]) => id)).toEqual(['TPE1', 'TDRC', 'COMM', 'COMM', 'CHAP']);
    expect(contents(tags).slice(0, 2)).toEqual([
      ['TPE1', '甲', '乙'],
      ['TDRC', '2017-05-31T10:30'],
    ]);
    expect(tags).toMatchObject({ artist: '甲 / 乙', date: '2017-05-31', comment: 'first' });
  });

  it('keep the full date', () => {
    expect(readId3(writeId3({ title: 'a', date: '2017-05-31' })).date).toBe('2017-05-31');
  });

  it('name what another version of ID3 can’t hold', () => {
    const chapter = id3Frame('CHAP', joined('ch0', new Uint8Array(17)));
    const old = id3Tag(id3Frame('TIT2', joined([0], 'x')));
    const other = id3Tag(chapter);
    other[3] = 4;
    const merged = mergeTags(readId3(old), readId3(other));
    expect(droppedTags(merged)).toEqual(['CHAP']);
    expect(readId3(writeId3(merged)).frames).toHaveLength(1);
  });
});

describe('APEv2 tags', () => {
  const item = (key: string, value: string | Uint8Array, type = 0) => {
    const bytes = joined(typeof value === 'string' ? Buffer.from(value) : value);
    return joined(little32(bytes.length), little32(type), key, [0], bytes);
  };

  it('are read with several values, covers and user-defined texts', () => {
    const jpeg = [0xff, 0xd8, 0xff, 1];
    const tags = readApeItems(
      joined(
        item('TITLE', '題'),
        item('Artist', '甲\0乙'),
        item('Track', '3/12'),
        item('Composer', 'X'),
        item('REPLAYGAIN_TRACK_GAIN', '-6.5 dB'),
        item('Cover Art (Front)', joined('a.jpg\0', jpeg), 2),
        item('Dummy', joined([1, 2]), 2),
      ),
    );
    expect(tags).toMatchObject({ title: '題', artist: '甲 / 乙', trackNumber: 3, tracksTotal: 12, dropped: ['Dummy'] });
    expect(tags.images).toMatchObject([{ mimeType: 'image/jpeg', kind: 'coverFront' }]);
    expect([...(tags.images?.[0]?.data ?? [])]).toEqual(jpeg);
    expect(contents(tags)).toEqual([
      ['TCOM', 'X'],
      ['TXXX', 'REPLAYGAIN_TRACK_GAIN', '-6.5 dB'],
    ]);
  });

  it('end the audio of an MP3, before an ID3v1 tag', async () => {
    const items = item('Title', 'ape');
    const footer = (flags: readonly number[]) =>
      joined('APETAGEX', little32(2000), little32(items.length + 32), little32(1), flags, new Uint8Array(8));
    const tag = joined(footer([0, 0, 0, 0xa0]), items, footer([0, 0, 0, 0x80]));
    const audio = (await toMp3(tone())).bytes;
    const file = fileFromBytes('a.mp3', joined(audio, tag, 'TAG', 'v1', new Uint8Array(123)));
    expect(await readMp3Start(file)).toMatchObject({ audioEnd: audio.length, tags: { title: 'ape' } });
    expect((await readApe(fileFromBytes('a.mp3', tag.slice(40)), tag.length - 40)).tags).toEqual({});
  });
});

// Numbers of mutagen 1.46 for the same files.
describe.skipIf(!fieldFolder)('tags of real programs (needs ../shared/field)', () => {
  const field = (name: string) => tagsOfMp3(readField(name));

  it('are read behind padded frame IDs', async () => {
    expect(await field('itunes12_space_padded.mp3')).toMatchObject({
      title: 'Repro Title',
      album: 'The Album',
      artist: 'The Artist',
      trackNumber: 3,
      tracksTotal: 12,
    });
  });

  it('have a whole cover if the header alone flags unsynchronization', async () => {
    expect((await field('v24_unsync_header_only.mp3')).images?.[0]?.data).toHaveLength(29_364);
  });

  it('are read from APEv2 alone', async () => {
    expect(await field('apev2_only.mp3')).toMatchObject({
      title: '夜に駆ける',
      artist: '椎名林檎',
      album: 'Ape Album',
      date: '2017',
    });
  });

  it('survive all in WAV, and back in MP3', async () => {
    const source = contents(await field('v23_full.mp3'));
    const wav = (await toWav(fileFromBytes('a.mp3', readField('v23_full.mp3')))).bytes;
    expect(contents(await tagsOfWav(wav))).toEqual(source);
    const mp3 = (await toMp3(fileFromBytes('a.wav', wav))).bytes;
    expect(contents(await tagsOfMp3(mp3))).toEqual(source);
    // Mutagen reads 35: it joins TYER and TDAT.
    expect(source).toHaveLength(36);
  });
});
