import { beforeAll, describe, expect, it } from 'vitest';
import { parseMp3Header } from '#core/audio/mp3/mp3-frames.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { generateAudio } from '../fixtures/generate.ts';
import { platform } from '../inline-platform.ts';
import { makeFile } from '../video/inputs.ts';
import { checkAudio, type ReadSamples, readSamples } from './audio-oracle.ts';
import { BLOCK_SAMPLES } from './mp3-reference.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const HEADER_BYTES = 4;
const MAIN_DATA_BYTES = HEADER_BYTES + 32;

describe('the reference decoder of damaged MP3 files', () => {
  let mp3: Bytes;

  beforeAll(async () => {
    const wav = fileFromBytes('a.wav', generateAudio({ wave: 'tone', seconds: 0.3, hz: [440, 660] }));
    mp3 = (await makeFile('wav-to-mp3', { audio: wav }, { bitrate: 192 }, platform)).bytes;
  });

  const judge = (bytes: Bytes, read?: ReadSamples) =>
    checkAudio({ bytes, original: mp3, unchanged: false }, 'mp3', platform, read);

  const changing =
    (change: (samples: Float32Array) => void): ReadSamples =>
    async (bytes, context) => {
      const read = await readSamples(bytes, context);
      const channels = read.channels.map((samples) => samples.slice());
      change(channels[1] as Float32Array);
      return { ...read, channels };
    };

  it('decodes samples beyond FFmpeg’s range', async () => {
    const loud = withGain(mp3, 250);
    const peak = (await readSamples(loud, platform)).channels[1]?.reduce((most, each) =>
      Math.max(most, Math.abs(each)),
    );
    expect(peak).toBeGreaterThan(10_000);
    await expect(judge(loud)).resolves.toBeUndefined();
    const quietPart = changing((samples) => {
      samples[samples.length - 1] = (samples.at(-1) as number) + 2 ** -14;
    });
    await expect(judge(loud, quietPart)).rejects.toThrow('damaged differs');
    const loudPart = changing((samples) => {
      const loudest = samples.indexOf(samples.reduce((most, each) => Math.max(most, each)));
      samples[loudest] = (samples[loudest] as number) * (1 + 2 ** -14);
    });
    await expect(judge(loud, loudPart)).rejects.toThrow('damaged differs');
  });

  it('decodes a first frame whose channel mode differs from the other frames', async () => {
    const joint = mp3.slice();
    // Removes the identifier of the information frame, which makes it a silent frame of audio.
    joint.fill(0, MAIN_DATA_BYTES, MAIN_DATA_BYTES + 156);
    joint[HEADER_BYTES - 1] = (joint[HEADER_BYTES - 1] as number) ^ 0x40;
    await expect(judge(joint)).resolves.toBeUndefined();
    const shorter: ReadSamples = async (bytes, context) => {
      const read = await readSamples(bytes, context);
      return { ...read, channels: read.channels.map((samples) => samples.subarray(BLOCK_SAMPLES)) };
    };
    await expect(judge(joint, shorter)).rejects.toThrow('damaged differs');
  });

  it('ignores a few bytes after the last frame, and reports many', async () => {
    const loud = withGain(mp3, 200);
    const withRest = (bytes: number) => new Uint8Array(Buffer.concat([loud, new Uint8Array(bytes).fill(85)]));
    await expect(judge(withRest(24))).resolves.toBeUndefined();
    const silent: ReadSamples = async (bytes, context) => ({
      ...(await readSamples(bytes, context)),
      truncated: false,
      damaged: false,
    });
    await expect(judge(withRest(100), silent)).rejects.toThrow('damage accepted');
  });
});

/** Sets `global_gain` of the right channel in the last granule of a frame in the middle of the file. */
function withGain(mp3: Bytes, gain: number): Bytes {
  const loud = mp3.slice();
  let frame = 0;
  for (let count = 0; count < 5; count++) frame += parseMp3Header(mp3, frame)?.frameBytes ?? Number.NaN;
  const bit = (frame + HEADER_BYTES) * 8 + 20 + 3 * 59 + 21;
  const view = new DataView(loud.buffer);
  const shift = 8 - (bit & 7);
  view.setUint16(bit >> 3, (view.getUint16(bit >> 3) & ~(255 << shift)) | (gain << shift));
  return loud;
}
