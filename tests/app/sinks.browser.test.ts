import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runFileOperation } from '#app/workers/media-client.ts';
import { createBlobSink } from '#app/workers/sinks.ts';
import { wavHeader } from '#core/audio/wav/wav-writer.ts';

const SEGMENT = 16;
const TYPE = 'audio/mpeg';
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

describe('a file that is collected in memory', () => {
  it('contains each written piece at its position, whatever the order and size of the pieces', async () => {
    const write = fc.record({
      position: fc.integer({ min: 0, max: 200 }),
      data: fc.uint8Array({ minLength: 1, maxLength: 80 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 12 }), async (writes) => {
        const sink = createBlobSink(SEGMENT);
        const size = Math.max(0, ...writes.map(({ data, position }) => position + data.length));
        const expected = new Uint8Array(size);
        for (const { data, position } of writes) {
          await sink.write(data, position);
          expected.set(data, position);
        }
        const blob = await sink.finish(TYPE);
        expect(blob.type).toBe(TYPE);
        expect(await bytesOf(blob)).toEqual(expected);
      }),
      { seed: 6, numRuns: 100 },
    );
  });

  it('stores a copy of the written data, which the writer may change afterwards', async () => {
    const sink = createBlobSink(SEGMENT);
    const data = Uint8Array.of(1, 2, 3);
    await sink.write(data, 0);
    data.fill(9);
    expect([...(await bytesOf(await sink.finish(TYPE)))]).toEqual([1, 2, 3]);
  });

  it('is empty after it was discarded', async () => {
    const sink = createBlobSink(SEGMENT);
    await sink.write(Uint8Array.of(1), 0);
    await sink.discard();
    expect((await sink.finish(TYPE)).size).toBe(0);
  });
});

/** Returns the files in all result folders of the origin private file system. */
async function storedFiles(): Promise<readonly string[]> {
  const root = await navigator.storage.getDirectory();
  const results = await root.getDirectoryHandle('results', { create: true });
  const names: string[] = [];
  for await (const folder of results.keys())
    for await (const name of (await results.getDirectoryHandle(folder)).keys()) names.push(`${folder}/${name}`);
  return names;
}

describe('a file in the browser’s storage', () => {
  const audio = (sampleFrames: number) => {
    const layout = {
      channels: 1,
      sampleRate: 44_100,
      bitsPerSample: 16,
      isFloat: false,
      sampleFrames,
      trailerBytes: 0,
    };
    return new File([wavHeader(layout), new Uint8Array(sampleFrames * 2)], 'silence.wav');
  };
  const toMp3 = (audio: File, options = {}) =>
    runFileOperation('wav-to-mp3', { audio }, { bitrate: 192, mode: 'cbr', vbrQuality: 2 }, options);

  it('contains the result, and is removed after a failure or cancellation', async () => {
    const { blob } = await toMp3(audio(44_100));
    expect(blob.type).toBe(TYPE);
    expect(blob.size).toBeGreaterThan(20_000);
    const before = await storedFiles();
    expect(before.length).toBeGreaterThan(0);

    const broken = new File(['RIFF    WAVE '], 'broken.wav');
    await expect(toMp3(broken)).rejects.toMatchObject({ code: 'wavChunkMissing' });
    const controller = new AbortController();
    const cancelled = toMp3(audio(44_100 * 600), {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await expect(cancelled).rejects.toMatchObject({ name: 'CancelledError' });
    // Waits for the worker's cleanup, which ends after the canceled call.
    await expect.poll(storedFiles).toEqual(before);
  });
});
