import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CancelledError, inspect, open, run, runRecipe } from '#scripts/library/index.ts';
import { spoolStream } from '#scripts/library/streams.ts';
import { emptyFolder } from '../temporary-folders.ts';

const folder = emptyFolder();
const photo = join(folder, 'photo.jpg');
beforeAll(async () => {
  await sharp({ create: { width: 60, height: 40, channels: 3, background: '#369' } })
    .jpeg()
    .toFile(photo);
});

const temporary = emptyFolder();
beforeAll(() => void vi.stubEnv('TMPDIR', temporary));
afterAll(() => void vi.unstubAllEnvs());

const spools = () => readdirSync(tmpdir());

describe('a stream', () => {
  it('is accepted as input by every call, with the same result as a file', async () => {
    const before = spools();
    const node = () => createReadStream(photo, { highWaterMark: 100 });
    const web = () => new Blob([readFileSync(photo)]).stream();
    const expected = await run('scale', { image: photo }, { factor: 0.5 });
    for (const image of [node(), web()]) {
      const { bytes } = await run('scale', { image }, { factor: 0.5 });
      expect(Buffer.from(bytes).equals(expected.bytes)).toBe(true);
    }
    const recipe = { operation: 'scale', params: { factor: 0.5 } };
    expect(Buffer.from((await runRecipe(recipe, node())).bytes).equals(expected.bytes)).toBe(true);
    expect(await inspect(web())).toMatchObject({ format: 'jpg', width: 60 });
    const image = await open(node());
    expect(Buffer.from((await run('scale', { image }, { factor: 0.5 })).bytes).equals(expected.bytes)).toBe(true);
    expect(spools()).toEqual(before);
  });

  it('is refused if it exceeds the size limit or does not consist of bytes', async () => {
    const before = spools();
    async function* endless() {
      for (;;) yield new Uint8Array(1000);
    }
    await expect(spoolStream(endless(), undefined, 10_000)).rejects.toThrow('The stream is larger than');
    async function* texts() {
      yield 'text' as unknown as Uint8Array;
    }
    await expect(run('scale', { image: texts() }, { factor: 0.5 })).rejects.toThrow('A stream must consist of bytes');
    expect(spools()).toEqual(before);
  });

  it('is no longer read after the signal aborts, and its own error rejects the call', async () => {
    const before = spools();
    const controller = new AbortController();
    async function* aborting() {
      for (;;) {
        yield new Uint8Array(1000);
        controller.abort();
      }
    }
    const aborted = run('scale', { image: aborting() }, { factor: 0.5 }, { signal: controller.signal });
    await expect(aborted).rejects.toBeInstanceOf(CancelledError);
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(10);
      throw new Error('The connection was closed');
    }
    await expect(run('scale', { image: failing() }, { factor: 0.5 })).rejects.toMatchObject({
      code: 'streamFailed',
      message: 'The input stream failed: The connection was closed',
      cause: { message: 'The connection was closed' },
    });
    expect(spools()).toEqual(before);
  });
});
