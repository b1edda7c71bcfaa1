import { describe, expect, it } from 'vitest';
import { readAudioSummary } from '#core/audio/summary.ts';
import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import { inspectFile } from '#core/inspect/inspect.ts';
import { samplesFolder } from '../samples.ts';
import { pcm16, sampleFile, sine, wavFile } from './audio/audio-files.ts';

const stereo = { channels: 2, sampleRate: 48_000 };

describe.skipIf(!samplesFolder)('with the sample files (needs ../shared/samples)', () => {
  it.each([
    [
      'audio/music-outfoxing-97s.mp3',
      {
        kind: 'audio',
        format: 'mp3',
        mimeType: 'audio/mpeg',
        codec: 'mp3',
        sampleRate: 44_100,
        channels: 2,
        durationSec: 4_295_535 / 44_100,
        tags: { title: 'Outfoxing the Fox', artist: 'Kevin MacLeod', date: '2017' },
      },
    ],
    ['audio/id3v22-tags.mp3', { durationSec: 1, channels: 1, tags: { title: 'partial', trackNumber: 2 } }],
    [
      'audio/id3v2-cover-1400px.mp3',
      { pictures: [{ mimeType: 'image/jpeg', width: 1400, height: 1400, bytes: 38_946 }] },
    ],
    ['broken/garbage-prefix-100kb.mp3', { kind: 'audio', format: 'mp3', durationSec: 1 }],
    [
      'audio/float32-6ch-extensible.wav',
      { kind: 'audio', format: 'wav', codec: 'pcm-f32', sampleRate: 48_000, channels: 6, durationSec: 0.512 },
    ],
    ['audio/ima-adpcm-mono.wav', { codec: 'ima-adpcm', durationSec: 44_902 / 44_100 }],
    ['audio/rifx-big-endian-s24-3ch.wav', { codec: 'pcm-s24', channels: 3, durationSec: 0.000625 }],
    ['audio/s16-with-id3-chunk.wav', { tags: { title: 'full', genre: 'the genre' } }],
    [
      'audio/music-fishin-133s.ogg',
      {
        kind: 'audio',
        format: 'Ogg',
        sampleRate: 22_050,
        channels: 1,
        tags: { artist: 'Karissa Hobbs', trackNumber: 9 },
      },
    ],
    ['audio/bear.opus', { kind: 'audio', ...stereo, tracks: [{ codec: 'opus' }] }],
    ['video/aac-audio-only-15s.mp4', { kind: 'audio', ...stereo, tracks: [{ type: 'audio', codec: 'aac' }] }],
    [
      'video/h264-aac-1s.mp4',
      {
        kind: 'video',
        width: 1080,
        height: 720,
        frameRate: 29.97,
        sampleRate: 44_100,
        channels: 1,
        tracks: [
          { type: 'video', codec: 'avc' },
          { type: 'audio', codec: 'aac' },
        ],
      },
    ],
    [
      'video/h264-4k60-rotated.mp4',
      { width: 2160, height: 3840, tracks: [{ rotation: 90, codedWidth: 3840, codedHeight: 2160 }, {}] },
    ],
    ['video/h264-fragmented.mp4', { width: 1080, height: 720, durationSec: 1.0681179138321995 }],
    ['video/hevc-bframes.mp4', { width: 854, height: 480, frameRate: 30, tracks: [{ codec: 'hevc' }] }],
    ['video/av1-long-6min.mp4', { frameRate: 60, tracks: [{ codec: 'av1' }, { codec: 'aac', durationSec: 360 }] }],
    ['video/h264-aac.mov', { kind: 'video', width: 640, height: 428 }],
    [
      'video/vp8-vorbis.webm',
      {
        frameRate: 25,
        pictures: [{ mimeType: 'image/jpeg', width: 512, height: 725, name: 'Big buck bunny poster.jpg' }],
      },
    ],
    ['video/vp9-odd-161x121.webm', { width: 161, height: 121, tracks: [{ codec: 'vp9' }] }],
    ['video/vp9-vorbis-6ch.webm', { channels: 6 }],
    ['broken/missing-stsd.mp4', { kind: 'video', tracks: [{ type: 'video', codec: 'avc' }] }],
    ['images/exif-orientation-6.jpg', { kind: 'image', format: 'jpg', width: 600, height: 450, orientation: 6 }],
  ])('inspect describes %s', async (name, expected) => {
    const file = sampleFile(name);
    expect(await inspectFile(file)).toMatchObject({ ...expected, bytes: file.size });
  });

  it.each([
    ['broken/not-an-mp3.mp3', 'mp3FrameMissing'],
    ['broken/incomplete-chunk.wav', 'wavChunkMissing'],
    ['broken/malformed-free-box.mp4', 'inspectUnknown'],
    ['README.md', 'inspectUnknown'],
  ])('%s is refused', async (name, code) => {
    await expect(inspectFile(sampleFile(name))).rejects.toMatchObject({ code });
  });

  it('inspect identifies files by their bytes, not by their name', async () => {
    const wav = sampleFile('audio/bear.opus');
    expect(await inspectFile({ ...wav, name: 'x.mp3' })).toMatchObject({ format: 'Ogg' });
    expect(await inspectFile({ ...sampleFile('audio/vbr-xing.mp3'), name: 'x.wav' })).toMatchObject({ format: 'mp3' });
  });

  it('inspect reads only parts of a WAV or an MP4', async () => {
    for (const name of ['audio/music-loop-float32-stereo.wav', 'video/h264-4k60-rotated.mp4']) {
      const file = sampleFile(name);
      let read = 0;
      const watched: SourceFile = {
        ...file,
        read: async (start, end) => {
          const bytes = await file.read(start, end);
          read += bytes.length;
          return bytes;
        },
      };
      await inspectFile(watched);
      expect(read).toBeLessThan(file.size / 4);
    }
  });

  it.each([
    [
      'audio/music-fishin-133s.ogg',
      { mimeType: 'audio/ogg; codecs="vorbis"', sampleRate: 22_050, channels: 1, codec: 'vorbis' },
    ],
    ['audio/vbr-xing.mp3', { mimeType: 'audio/mpeg', durationSec: 2.784, sampleRate: 48_000, channels: 2 }],
    ['broken/early-eof.wav', { mimeType: 'audio/wav', durationSec: 236 / 44_100, codec: 'pcm-s32' }],
    ['video/h264-no-audio.mp4', { durationSec: 1.001, sampleRate: null, channels: null, codec: null }],
  ])('the summary of %s has the file’s details', async (name, expected) => {
    expect(await readAudioSummary(sampleFile(name))).toMatchObject(expected);
  });
});

it('the summary of an unreadable file fails', async () => {
  for (const bytes of [new Uint8Array(0), new Uint8Array(3000)])
    await expect(readAudioSummary(fileFromBytes('x.mp3', bytes))).rejects.toMatchObject({ code: 'audioMetadata' });
});

it('the summary of a WAV states its duration, sample rate, channels and codec', async () => {
  const file = wavFile({ channels: 2, data: pcm16(sine(440, 44_100, 441), sine(440, 44_100, 441)) });
  expect(await readAudioSummary(file)).toEqual({
    mimeType: 'audio/wav',
    durationSec: 0.01,
    sampleRate: 44_100,
    channels: 2,
    codec: 'pcm-s16',
    tags: {},
  });
});
