import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { mapMp3 } from '#core/audio/mp3/mp3-reader.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { isCompleteFile } from '#core/inspect/complete.ts';
import { openAudio } from '#core/video/audio/audio-source.ts';
import { joined } from '../../growth/hostile.ts';
import { platform as inline } from '../../inline-platform.ts';
import { hasFfmpeg } from '../../video/ffmpeg.ts';
import { audioOfMp3, toWav } from './conversions.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Two seconds of noise by FFmpeg's LAME. At 48 and 24 kHz all frames have the same length without padding. */
function encode(sampleRate: number, channels: number, kbps: number, ...options: string[]): Bytes {
  const source = `anoisesrc=r=${sampleRate}:d=2:seed=1:a=0.3,aformat=channel_layouts=${channels}c`;
  const format = ['-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1'];
  return new Uint8Array(
    spawnSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-b:a', `${kbps}k`, ...options, ...format]).stdout,
  );
}

/** Clears the bitrate in the headers of frames of `frameBytes`, and adds `more` bytes to each frame. */
function freed(mp3: Bytes, frameBytes: number, more = 0): Bytes {
  const frames: Bytes[] = [];
  for (let at = 0; at + frameBytes <= mp3.length; at += frameBytes) {
    const frame = joined(mp3.slice(at, at + frameBytes), new Uint8Array(more));
    frame[2] = (frame[2] as number) & 0x0f;
    frames.push(frame);
  }
  return joined(...frames);
}

describe.skipIf(!hasFfmpeg)('MP3 in free format (needs ffmpeg)', () => {
  // Both files have the same main data, so a decoder gives the same samples.
  it.each([
    ['128 kbps with a bit reservoir', encode(48_000, 2, 128), 384, 0],
    ['frames longer than at any other bitrate', encode(48_000, 2, 320, '-reservoir', '0'), 960, 500],
    ['mono of MPEG-2', encode(24_000, 1, 64), 192, 0],
    ['a length between two bitrates', encode(48_000, 1, 64, '-reservoir', '0'), 192, 11],
  ] as const)('decodes to the samples of the same data at a stated bitrate: %s', async (_, mp3, frameBytes, more) => {
    const free = freed(mp3, frameBytes, more);
    const file = fileFromBytes('a.mp3', free);
    const map = await mapMp3(file);
    expect(map).toMatchObject({ mp3Frames: mp3.length / frameBytes, truncated: false, damaged: false });
    expect((await toWav(file)).warnings).toEqual([]);
    expect(await isCompleteFile(file)).toBe(true);
    expect((await audioOfMp3(free)).samples).toEqual((await audioOfMp3(mp3)).samples);
  });

  it('decodes in pieces, and up to a cut', async () => {
    const long = freed(joined(...Array(20).fill(encode(48_000, 1, 64, '-reservoir', '0'))), 192);
    const cut = await toWav(fileFromBytes('a.mp3', long.slice(0, -100)));
    expect(cut.warnings).toEqual(['audioTruncated']);
    const source = await openAudio(fileFromBytes('a.mp3', long), { platform: inline });
    const { bytes } = await source.readBlocks(0, source.sampleFrames, { platform: inline });
    expect(source).toMatchObject({ damaged: false, sampleFrames: (long.length / 192) * 1152 });
    expect(bytes.length).toBe(source.sampleFrames * 4);
  });

  it('is refused if its frames have more main data than other MP3 files can have', async () => {
    const free = freed(encode(48_000, 1, 320, '-reservoir', '0'), 960, 1500);
    // Sets `part2_3_length` of both granules to its maximum of 4095 bits, in several frames.
    const stereo = freed(encode(48_000, 2, 320, '-reservoir', '0'), 960, 1500);
    for (let at = 0; at < stereo.length; at += 2460) {
      const bits = (from: number) => {
        for (let bit = from; bit < from + 12; bit++) {
          const index = at + 4 + (bit >> 3);
          stereo[index] = (stereo[index] as number) | (0x80 >> (bit & 7));
        }
      };
      for (const granule of [20, 79, 138, 197]) bits(granule);
    }
    expect((await mapMp3(fileFromBytes('a.mp3', free))).decodable).toBe(true);
    await expect(toWav(fileFromBytes('a.mp3', stereo))).rejects.toMatchObject({
      code: 'mp3FreeFormat',
      data: { kbps: 820 },
    });
  });
});
