import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CancelledError, FudebakoError, run, runRecipe } from '#scripts/library/index.ts';
import { emptyFolder } from '../temporary-folders.ts';
import { failure } from './failure.ts';

const folder = emptyFolder();
const photo = join(folder, 'photo.png');
/** Noise, which PNG can't compress: the result has several chunks of 64 KiB. */
const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
beforeAll(async () => {
  await sharp({ create: { width: 500, height: 400, channels: 3, background: '#000', noise } })
    .png()
    .toFile(photo);
});

const temporary = emptyFolder();
beforeAll(() => void vi.stubEnv('TMPDIR', temporary));
afterAll(() => {
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('fudebako-'))).toEqual([]);
  vi.unstubAllEnvs();
});

const convert = { image: photo };
const png = { format: 'png' } as const;

describe('an output stream', () => {
  it('of Node and of the web receives the bytes of the result in memory, and ends', async () => {
    const expected = await run('convert', convert, png);
    const through = new PassThrough();
    const [result, read] = await Promise.all([
      run('convert', convert, png, { output: through }),
      // Starts to read only when bytes have arrived, so the stream must buffer these bytes.
      once(through, 'readable').then(() => buffer(through)),
    ]);
    expect(read.equals(expected.bytes)).toBe(true);
    const { bytes: _, ...facts } = expected;
    expect(result).toEqual(facts);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const [, response] = await Promise.all([
      runRecipe({ operation: 'convert', params: png }, photo, { output: writable }),
      new Response(readable).arrayBuffer(),
    ]);
    expect(Buffer.from(response).equals(expected.bytes)).toBe(true);
    expect(writable.locked).toBe(false);
  });

  it('receives audio, in the format of the operation', async () => {
    const audio = join(import.meta.dirname, '../../public/samples/sample.wav');
    const through = new PassThrough();
    const [result, read] = await Promise.all([run('wav-to-mp3', { audio }, {}, { output: through }), buffer(through)]);
    expect(result).toMatchObject({ format: 'mp3', mimeType: 'audio/mpeg', size: read.length });
    expect(read.equals((await run('wav-to-mp3', { audio })).bytes)).toBe(true);
  });

  it('that is slow never buffers more than one chunk', async () => {
    let [largest, buffered] = [0, 0];
    const slow: Writable = new Writable({
      highWaterMark: 1,
      write(chunk: Uint8Array, _encoding, done) {
        largest = Math.max(largest, chunk.length);
        buffered = Math.max(buffered, slow.writableLength);
        setImmediate(done);
      },
    });
    const { size } = await run('convert', convert, png, { output: slow });
    expect(size).toBeGreaterThan(4 * largest);
    expect(buffered).toBe(largest);
  });

  it('is one of several outputs, whose files appear after the streams have ended', async () => {
    const output = join(folder, 'several.webp');
    const through = new PassThrough();
    let wasThere = true;
    through.on('finish', () => {
      wasThere = existsSync(output);
    });
    const outputs = [{ width: 20, output }, { width: 30, output: through, format: 'jpg' }, { width: 10 }] as const;
    const [results, read] = await Promise.all([run('scale', convert, {}, { outputs }), buffer(through)]);
    expect(results.map(({ width, format }) => [width, format])).toEqual([
      [20, 'webp'],
      [30, 'jpg'],
      [10, 'png'],
    ]);
    expect(await sharp(read).metadata()).toMatchObject({ format: 'jpeg', width: 30 });
    expect([wasThere, statSync(output).size]).toEqual([false, results[0]?.size]);
  });
});

describe('a failed call', () => {
  it('destroys its output streams with its error, which has a code, a message and a cause', async () => {
    const through = new PassThrough();
    const closed = new Promise((resolve) => through.once('close', resolve));
    const error = await failure(run('convert', { image: join(folder, 'none.png') }, {}, { output: through }));
    await closed;
    expect(error).toBeInstanceOf(FudebakoError);
    expect(error).toMatchObject({ code: 'fileNotFound' });
    expect(through.errored).toBe(error);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const refused = failure(run('convert', convert, png, { output: writable, qualty: 1 } as never));
    expect(await failure(new Response(readable).arrayBuffer())).toBe(await refused);
    expect(await refused).toMatchObject({ code: 'parameterUnknown', message: 'Unknown parameter options.qualty.' });
  });

  it('has the error of its output stream as its cause, and leaves no file', async () => {
    const cause = new Error('The client left');
    const broken = new Writable({ write: (_chunk, _encoding, done) => done(cause) });
    const other = new PassThrough();
    const output = join(folder, 'left.png');
    const outputs = [{ output }, { output: broken }, { output: other }];
    const error = await failure(run('convert', convert, png, { outputs }));
    expect(error).toMatchObject({ code: 'streamFailed', message: 'The output stream failed: The client left', cause });
    expect([existsSync(output), broken.destroyed, other.destroyed]).toEqual([false, true, true]);
    const web = new WritableStream<Uint8Array>({
      write() {
        throw cause;
      },
    });
    expect(await failure(run('convert', convert, png, { output: web }))).toMatchObject({ code: 'streamFailed', cause });
    const locked = new WritableStream<Uint8Array>();
    locked.getWriter();
    expect(await failure(run('convert', convert, png, { output: locked }))).toMatchObject({ code: 'streamFailed' });
  });

  it('stops when its AbortSignal aborts while an output stream waits for its reader', async () => {
    const reason = new Error('The user left');
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    for (const output of [new PassThrough({ highWaterMark: 1 }), writable]) {
      const controller = new AbortController();
      const next = output instanceof PassThrough ? () => once(output, 'readable') : () => readable.getReader().read();
      const call = failure(run('convert', convert, png, { output, signal: controller.signal }));
      await next();
      controller.abort(reason);
      expect(await call).toBeInstanceOf(CancelledError);
      expect(await call).toMatchObject({ code: 'cancelled', message: 'The call was canceled.', cause: reason });
    }
  });

  it('reports an output that is neither a path nor a stream', async () => {
    for (const output of [3, {}, new URL('https://example.com/a.png')])
      expect(await failure(run('convert', convert, png, { output: output as never }))).toMatchObject({
        code: 'invalidCall',
      });
  });

  it('has a system error as its cause', async () => {
    const output = join(photo, 'inside.png');
    expect(await failure(run('convert', convert, png, { output }))).toMatchObject({
      code: 'fileSystem',
      data: { systemCode: expect.stringMatching(/^E(NOTDIR|EXIST)$/) },
      cause: { code: expect.stringMatching(/^E/) },
    });
    expect(readFileSync(photo).length).toBeGreaterThan(0);
  });
});
