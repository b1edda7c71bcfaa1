import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readWav } from '#core/audio/wav/wav-reader.ts';
import { riffChunk } from '#core/base/bytes.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { openAudio } from '#core/video/audio/audio-source.ts';
import { joined, little32, wave } from '../../growth/hostile.ts';
import { platform } from '../../inline-platform.ts';
import { makeFile } from '../../video/inputs.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Half a second of noise by FFmpeg's LAME at 128 kbps: frames of 384 bytes and no tags. */
const mp3 = (() => {
  const source = ['-f', 'lavfi', '-i', 'anoisesrc=r=48000:d=0.5:seed=1:a=0.3'];
  const format = ['-b:a', '128k', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1'];
  return new Uint8Array(spawnSync('ffmpeg', ['-v', 'error', ...source, ...format]).stdout);
})();
const FRAME = 384;

const warningsOf = async (bytes: Bytes) =>
  (await makeFile('mp3-to-wav', { audio: fileFromBytes('a.mp3', bytes) }, {}, platform)).warnings;

function changed(bytes: Bytes, at: number, ...values: readonly number[]): Bytes {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
}

/** Returns the CRC-16 of MPEG audio, bit by bit as in the standard's diagram. */
function checksumOf(bits: readonly number[]): number {
  let crc = 0xffff;
  for (const bit of bits) {
    const isSet = ((crc >> 15) & 1) !== bit;
    crc = (crc << 1) & 0xffff;
    if (isSet) crc ^= 0x8005;
  }
  return crc;
}

/** Returns silent mono frames with a checksum, at 128 kbps. The third byte 0x94 means 48 kHz, and 0x98 means 32 kHz. */
function protectedFrames(count: number, third = 0x94): Bytes {
  const frame = new Uint8Array(third === 0x98 ? (FRAME * 48) / 32 : FRAME);
  frame.set([0xff, 0xfa, third, 0xc0]);
  const covered = [...frame.subarray(2, 4), ...frame.subarray(6, 6 + 17)];
  const crc = checksumOf(covered.flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1)));
  frame.set([crc >> 8, crc & 255], 4);
  return joined(...Array.from({ length: count }, () => frame));
}

/** Returns a frame with the header of the frames in `mp3` and an identifier such as `Info` instead of audio. */
const infoFrame = (mark: string) => joined(mp3.slice(0, 4), new Uint8Array(17), mark, new Uint8Array(FRAME - 25));

describe('the MP3 reader', () => {
  it('gives no warning for valid frames', async () => {
    expect(await warningsOf(joined(infoFrame('Info'), mp3))).toEqual([]);
    expect(mp3.length % FRAME).toBe(0);
    expect(await warningsOf(mp3)).toEqual([]);
    expect(await warningsOf(protectedFrames(12))).toEqual([]);
  });

  it.each<[string, Bytes]>([
    ['a wrong checksum', changed(protectedFrames(12), 5 * FRAME + 6 + 10, 1)],
    ['an invalid frame header', changed(mp3, 5 * FRAME, 0)],
    ['a header with a different sample rate', changed(mp3, 5 * FRAME + 2, (mp3[5 * FRAME + 2] as number) ^ 4)],
    ['a header with a different number of channels', changed(protectedFrames(12), 5 * FRAME + 3, 0x00)],
    ['bytes between frames', joined(mp3.slice(0, 5 * FRAME), new Uint8Array(10), mp3.slice(5 * FRAME))],
    ['main data that starts before the file', changed(mp3, 4, 0xff)],
    ['main data that ends in the next frame', changed(mp3, 4, 0, 0, 0x3f, 0xff)],
    ['too many coefficients', changed(mp3, 5 * FRAME + 7, 3, 0xff)],
    ['Huffman codes that do not match their length', changed(mp3, 5 * FRAME + 200, ...new Uint8Array(16))],
    ['a partial frame at its start', mp3.slice(100)],
    ['a partial frame with another sample rate at its start', joined(protectedFrames(1, 0x98).slice(0, 300), mp3)],
    ['an Info frame with a damaged identifier', joined(infoFrame('Xkng'), mp3)],
    [
      'an Info frame without an identifier',
      joined(changed(infoFrame('\xff\xff\xff\xff'), 21 + 120, ...Buffer.from('LAME')), mp3),
    ],
    ['an Info frame with a different sample rate', changed(joined(infoFrame('Info'), mp3), 2, 0x98)],
    [
      'a second file at its end, with a different sample rate',
      joined(mp3, 'TAG', new Uint8Array(125), protectedFrames(12, 0x98)),
    ],
    ['a frame of foreign bytes at its end', joined(mp3, new Uint8Array(500).fill(7))],
  ])('warns of an MP3 with %s', async (_, bytes) => {
    expect(await warningsOf(bytes)).toContain('audioDamaged');
  });

  it('gives no warning if the Xing header also counts its own frame', async () => {
    const frames = mp3.length / FRAME;
    const counted = (count: number, bytes: number) =>
      changed(infoFrame('Xing'), 25, 0, 0, 0, 3, 0, 0, count >> 8, count & 255, 0, 0, bytes >> 8, bytes & 255);
    const whole = FRAME + mp3.length;
    expect(await warningsOf(joined(counted(frames + 1, whole), mp3))).toEqual([]);
    expect(await warningsOf(joined(counted(frames + 1, whole + FRAME), mp3))).toEqual(['audioTruncated']);
    expect(await warningsOf(joined(counted(frames + 2, whole), mp3))).toEqual(['audioTruncated']);
  });

  it('reports damaged main data once the audio has been read', async () => {
    const audio = await openAudio(fileFromBytes('a.mp3', changed(mp3, 5 * FRAME + 200, ...new Uint8Array(16))), {
      platform,
    });
    expect(audio.damaged).toBe(false);
    await audio.readBlocks(0, audio.sampleFrames, { platform });
    expect(audio.damaged).toBe(true);
  });

  it.each<[string, Bytes]>([
    ['an ID3v1 tag', joined(mp3, 'TAG', new Uint8Array(125))],
    ['an APE tag', joined(mp3, 'APETAGEX', new Uint8Array(300))],
    ['zeros before the audio', joined(new Uint8Array(500), mp3)],
  ])('gives no warning for %s', async (_, bytes) => {
    expect(await warningsOf(bytes)).toEqual([]);
  });
});

describe('the WAV reader', () => {
  const format = ({ tag = 1, byteRate = 32_000, block = 4, bits = 16, more = [] as readonly number[] } = {}) =>
    riffChunk(
      'fmt ',
      joined([tag & 255, tag >> 8, 2, 0], little32(8000), little32(byteRate), [block, block >> 8, bits, 0], more),
    );
  const data = (length: number) => riffChunk('data', new Uint8Array(length));
  const guid = [1, 0, 0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113];
  const extensible = (id: readonly number[]) => format({ tag: 0xfffe, more: [22, 0, 16, 0, 3, 0, 0, 0, ...id] });
  const adpcm = (header: readonly number[], sampleFrames: number) =>
    wave(
      format({ tag: 17, block: 64, bits: 4, more: [2, 0, 57, 0] }),
      riffChunk('fact', new Uint8Array(little32(sampleFrames))),
      riffChunk('data', joined(new Uint8Array(64), header, new Uint8Array(60))),
    );

  it.each<[string, Bytes, boolean]>([
    ['16 bits', wave(format(), data(400)), false],
    ['a wrong block size', wave(format({ block: 6 }), data(300)), true],
    ['a wrong byte rate', wave(format({ byteRate: 32_001 }), data(400)), true],
    ['a partial frame at the end', wave(format(), data(402)), true],
    ['no chunk at a chunk boundary', wave(format(), data(400), new Uint8Array(20)), true],
    ['a WAVE_FORMAT_EXTENSIBLE header', wave(extensible(guid), data(400)), false],
    [
      'a WAVE_FORMAT_EXTENSIBLE header with an unknown subformat',
      wave(extensible([...guid.slice(0, 15), 1]), data(400)),
      true,
    ],
    ['IMA ADPCM', adpcm([0, 0, 88, 0], 100), false],
    ['IMA ADPCM with an invalid step index', adpcm([0, 0, 89, 0], 100), true],
    ['IMA ADPCM with a nonzero reserved byte', adpcm([0, 0, 88, 1], 100), true],
    ['IMA ADPCM that states more samples than its blocks have', adpcm([0, 0, 88, 0], 115), true],
    ['IMA ADPCM that states fewer samples than its blocks have', adpcm([0, 0, 88, 0], 50), true],
  ])('gives the expected warnings: %s', async (_, bytes, damaged) => {
    const file = fileFromBytes('a.wav', bytes);
    expect(await readWav(file)).toMatchObject({ truncated: false, damaged });
    const { warnings } = await makeFile('wav-to-mp3', { audio: file }, {}, platform);
    expect(warnings).toEqual(damaged ? ['audioDamaged'] : []);
  });
});
