import { afterAll, describe, expect, it } from 'vitest';
import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import type { Warning } from '#core/platform/context.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { wavOf } from '../wav.ts';
import { makeFile } from './inputs.ts';

const platform = createNodePlatform();
afterAll(() => platform.close());

const RATE = 44_100;

async function join(audio: readonly SourceFile[], params: object) {
  const warnings: Warning[] = [];
  const onWarning = (warning: Warning) => void warnings.push(warning);
  const { bytes, ...file } = await makeFile('join-audio', { audio }, params, platform, { onWarning });
  return { bytes, file, warnings };
}

/** Returns a mono WAV whose samples count up from `first`. */
const counting = (first: number, length: number, sampleRate = RATE) =>
  fileFromBytes('part.wav', wavOf(Int16Array.from({ length }, (_, at) => first + (at % 1000)), sampleRate)); // biome-ignore format: one line

const samplesOf = (wav: Uint8Array<ArrayBuffer>) => new Int16Array(wav.slice(44).buffer);

describe('join-audio', () => {
  it('keeps every 16-bit sample of all files, in order', async () => {
    // More files than stay open, one of them twice.
    const lengths = [9000, 1, 500, 30_000, 4410, 77];
    const files = lengths.map((length, index) => counting(index * 2000 - 5000, length));
    const { bytes, file, warnings } = await join([...files, files[0] as SourceFile], { format: 'wav' });
    const expected = [...lengths, 9000].flatMap((length, index) =>
      Array.from({ length }, (_, at) => (index === 6 ? -5000 : index * 2000 - 5000) + (at % 1000)),
    );
    expect(Buffer.compare(Buffer.from(samplesOf(bytes).buffer), Buffer.from(Int16Array.from(expected).buffer))).toBe(0);
    expect({ ...file, progress: [], warnings }).toMatchObject({ mimeType: 'audio/wav', warnings: [] });
  });

  it('has the sample rate of the first file, and is stereo if any file is', async () => {
    const stereo = fileFromBytes('stereo.wav', wavOf(new Int16Array(2 * 16_000), 16_000, 2));
    const { bytes } = await join([counting(0, 8000, 8000), stereo], { format: 'wav' });
    const header = new DataView(bytes.buffer);
    expect([header.getUint16(22, true), header.getUint32(24, true)]).toEqual([2, 8000]);
    expect(samplesOf(bytes)).toHaveLength(2 * 16_000);
  });

  it('overlaps neighbors by the crossfade, and tells if it is shortened', async () => {
    const second = counting(0, RATE);
    expect((await join([second, second], { format: 'wav', crossfadeSec: 0.5 })).warnings).toEqual([]);
    const { bytes, warnings } = await join([second, second, second], { format: 'wav', crossfadeSec: 5 });
    expect(warnings).toEqual([{ code: 'crossfadeShortened', data: {} }]);
    expect(samplesOf(bytes)).toHaveLength(2 * RATE);
  });

  it('names the file that can’t be opened', async () => {
    const broken = fileFromBytes('broken.wav', new Uint8Array(100));
    await expect(join([counting(0, 100), broken], {})).rejects.toMatchObject({
      code: 'videoSoundType',
      data: { file: 'broken.wav' },
    });
  });
});
