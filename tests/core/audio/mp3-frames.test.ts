import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc16 } from '#core/audio/mp3/crc16.ts';
import { infoFrameBytes, readInfoFrame, writeInfoFrame } from '#core/audio/mp3/info-frame.ts';
import { findFrame, type Mp3Header, parseMp3Header } from '#core/audio/mp3/mp3-frames.ts';
import { mapMp3 } from '#core/audio/mp3/mp3-reader.ts';
import { encodedLength, nearestBitrate, nearestMp3Rate } from '#core/audio/mp3/mp3-settings.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { samplesFolder } from '../../samples.ts';
import { bytesOf, sampleFile } from './audio-files.ts';

const head = (...bytes: number[]) => parseMp3Header(Uint8Array.from(bytes));

describe('an MPEG audio frame header', () => {
  it.each([
    [
      'MPEG-1, 192 kbps, 44.1 kHz, joint stereo',
      [0xff, 0xfb, 0xb0, 0x44],
      {
        version: 1,
        bitrateKbps: 192,
        sampleRate: 44_100,
        channels: 2,
        frameBytes: 626,
        samplesPerFrame: 1152,
        sideInfoBytes: 32,
        headerBytes: 4,
      },
    ],
    [
      'MPEG-1, padded, with a checksum, mono',
      [0xff, 0xfa, 0xb2, 0xc4],
      { channels: 1, frameBytes: 627, sideInfoBytes: 17, headerBytes: 6 },
    ],
    [
      'MPEG-2, 64 kbps, 22.05 kHz',
      [0xff, 0xf3, 0x80, 0x04],
      { version: 2, bitrateKbps: 64, sampleRate: 22_050, frameBytes: 208, samplesPerFrame: 576, sideInfoBytes: 17 },
    ],
    [
      'MPEG-2.5, 8 kbps, 8 kHz, mono',
      [0xff, 0xe3, 0x18, 0xc4],
      { version: 2.5, bitrateKbps: 8, sampleRate: 8000, frameBytes: 72, sideInfoBytes: 9 },
    ],
  ])('states the frames and samples of %s', (_, bytes, expected) => {
    expect(head(...bytes)).toMatchObject(expected);
  });

  it.each([
    ['of layer II', [0xff, 0xfd, 0xb0, 0x44]],
    ['of a reserved version', [0xff, 0xeb, 0xb0, 0x44]],
    ['with a free-format or bad bitrate', [0xff, 0xfb, 0x00, 0x44]],
    ['with a bad bitrate', [0xff, 0xfb, 0xf0, 0x44]],
    ['with a reserved sample rate', [0xff, 0xfb, 0xbc, 0x44]],
    ['without a sync word', [0xff, 0x1b, 0xb0, 0x44]],
    ['that is cut off', [0xff, 0xfb, 0xb0]],
  ])('%s is invalid', (_, bytes) => {
    expect(head(...bytes)).toBeUndefined();
  });
});

describe('the MP3 frame search', () => {
  const header = head(0xff, 0xfb, 0x90, 0xc4) as Mp3Header;
  const frame = new Uint8Array(header.frameBytes);
  frame.set([0xff, 0xfb, 0x90, 0xc4]);
  const stream = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

  it('needs one header at an expected position, and two consecutive headers elsewhere', () => {
    const alone = stream(bytesOf('junk'), frame, bytesOf('more junk than a header'));
    expect(findFrame(alone, 4, header, true, true)).toMatchObject({ at: 4 });
    expect(findFrame(alone, 0, header, false, true)).toHaveProperty('resumeAt');
    expect(findFrame(stream(bytesOf('junk'), frame, frame), 0, header, false, true)).toMatchObject({ at: 4 });
  });

  it('requests more data if the search window ends inside a frame', () => {
    const cut = stream(frame, frame).subarray(0, header.frameBytes + 100);
    expect(findFrame(cut, header.frameBytes, header, true, false)).toEqual({ resumeAt: header.frameBytes });
    expect(findFrame(cut, header.frameBytes, header, true, true)).toHaveProperty('resumeAt');
  });

  it('finds every frame between any junk bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 700 }), { minLength: 3, maxLength: 6 }),
        fc.integer({ min: 4, max: 12 }),
        async (junk, run) => {
          // Replaces 0xff by 0, so that no bytes between the runs of frames look like a frame header.
          const clean = junk.map((bytes) => bytes.map((byte) => (byte === 0xff ? 0 : byte)));
          const parts = clean.flatMap((bytes) => [bytes, ...Array.from({ length: run }, () => frame)]);
          const map = await mapMp3(fileFromBytes('x.mp3', stream(...parts)));
          expect(map.mp3Frames).toBe(run * junk.length);
        },
      ),
      { seed: 6, numRuns: 50 },
    );
  });

  it('finds the frame of a one-frame file', async () => {
    expect(await mapMp3(fileFromBytes('x.mp3', stream(frame)))).toMatchObject({ mp3Frames: 1, samples: 1152 });
  });

  it('finds no frame in the bytes 0 to 255, or in an empty file', async () => {
    const counting = Uint8Array.from({ length: 5000 }, (_, index) => index);
    await expect(mapMp3(fileFromBytes('x.mp3', counting))).rejects.toMatchObject({ code: 'mp3FrameMissing' });
    await expect(mapMp3(fileFromBytes('x.mp3', new Uint8Array(0)))).rejects.toMatchObject({ code: 'mp3FrameMissing' });
  });
});

describe('the Info frame of an MP3', () => {
  const data = {
    mp3Frames: 1234,
    audioBytes: 500_000,
    audioCrc: 0x1234,
    delay: 576,
    padding: 1105,
    hundredths: Array.from({ length: 100 }, (_, index) => index * 5000),
    bitrateKbps: 192,
    vbrQuality: undefined,
    encoder: 'LAME3.100',
  };

  it.each([
    ['192 kbps stereo', [0xff, 0xfb, 0xb2, 0x64], 626],
    ['32 kbps mono, with frames that are too short', [0xff, 0xfb, 0x10, 0xc4], 182],
    ['8 kbps at 24 kHz, with frames that are far too short', [0xff, 0xf3, 0x14, 0xc4], 192],
  ])('of %s reads back as written', (_, bytes, length) => {
    const first = Uint8Array.from(bytes);
    const frame = writeInfoFrame(first, data);
    const header = parseMp3Header(frame) as Mp3Header;
    expect(frame).toHaveLength(length);
    expect(header.frameBytes).toBe(length);
    expect(infoFrameBytes(first)).toBe(length);
    expect(readInfoFrame(frame, header)).toEqual({ mp3Frames: 1234, gapless: { delay: 576, padding: 1105 } });
  });

  it('has its fields at the standard offsets', () => {
    const frame = writeInfoFrame(Uint8Array.of(0xff, 0xfb, 0xb2, 0x64), data);
    const view = new DataView(frame.buffer);
    const text = (at: number, length: number) => Buffer.from(frame.subarray(at, at + length)).toString('latin1');
    expect(text(36, 4)).toBe('Info');
    expect(view.getUint32(40)).toBe(15);
    expect(view.getUint32(44)).toBe(1234);
    expect(view.getUint32(48)).toBe(500_626);
    expect(frame[52]).toBe(0);
    expect(frame[52 + 50]).toBe(Math.floor(((250_000 + 626) * 256) / 500_626));
    expect(text(156, 9)).toBe('LAME3.100');
    expect([...frame.subarray(177, 180)]).toEqual([0x24, 0x04, 0x51]);
    expect(view.getUint16(190)).toBe(crc16(frame.subarray(0, 190)));
  });

  it('has a CRC-16/ARC checksum', () => {
    expect(crc16(bytesOf('123456789'))).toBe(0xbb3d);
    expect(crc16(bytesOf('6789'), crc16(bytesOf('12345')))).toBe(0xbb3d);
  });
});

describe('the settings of a written MP3', () => {
  it.each([
    [44_100, 44_100],
    [96_000, 48_000],
    [192_000, 48_000],
    [88_200, 48_000],
    [37_800, 32_000],
    [38_100, 44_100],
    [5000, 8000],
    [11_000, 11_025],
  ])('have the nearest allowed sample rate: %i Hz becomes %i Hz', (source, expected) => {
    expect(nearestMp3Rate(source)).toBe(expected);
  });

  it.each([
    [192, 44_100, 192],
    [320, 48_000, 320],
    [100, 44_100, 96],
    [320, 22_050, 160],
    [192, 8000, 64],
    [32, 16_000, 32],
  ])('have the nearest allowed bitrate: %i kbps at %i Hz becomes %i kbps', (wish, sampleRate, expected) => {
    expect(nearestBitrate(wish, sampleRate)).toBe(expected);
  });

  it('have a padding that is at least the encoder delay and fills whole frames', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.constantFrom(576, 1152), (samples, frame) => {
        const { mp3Frames, padding } = encodedLength(samples, frame);
        expect(mp3Frames * frame).toBe(576 + samples + padding);
        expect(padding).toBeGreaterThanOrEqual(576);
        expect(padding).toBeLessThan(576 + frame);
      }),
      { seed: 6 },
    );
  });
});

describe.skipIf(!samplesFolder)('with the sample files (needs ../shared/samples)', () => {
  it.each([
    // `samples`: frames × 1152 (or 576), minus the delay and padding that LAME, Lavc or iTunes wrote into the file.
    ['audio/music-outfoxing-97s.mp3', { mp3Frames: 3730, samples: 4_295_535, channels: 2, skip: 1105 }],
    ['audio/id3v2-cover-1400px.mp3', { mp3Frames: 117, samples: 133_632, channels: 2, skip: 1105 }],
    ['audio/vbr-xing.mp3', { mp3Frames: 117, samples: 133_632, channels: 2 }],
    ['audio/cbr-no-header.mp3', { mp3Frames: 108, samples: 124_416, channels: 2, skip: 0 }],
    ['audio/mpeg2-lsf-22k-stereo.mp3', { mp3Frames: 386, samples: 222_336, channels: 2 }],
    ['audio/id3v22-tags.mp3', { mp3Frames: 41, samples: 44_100, channels: 1, skip: 1057 }],
    ['broken/garbage-prefix-100kb.mp3', { samples: 44_100, channels: 1 }],
  ])('%s has the expected frames and samples', async (name, expected) => {
    expect(await mapMp3(sampleFile(name))).toMatchObject({ ...expected, truncated: false });
  });

  it('a file that is cut off yields every remaining frame', async () => {
    const whole = sampleFile('audio/music-outfoxing-97s.mp3');
    const cut = fileFromBytes('cut.mp3', await whole.read(0, 900_000));
    const map = await mapMp3(cut);
    expect(map.truncated).toBe(true);
    expect(map.samples).toBe(map.mp3Frames * 1152 - 1105);
  });
});
