import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { PARAMETER_TYPES_FILE, parameterTypesModule } from '#scripts/dev/build/parameter-types.ts';
import {
  CancelledError,
  createPlatform,
  describeError,
  FudebakoError,
  inspect,
  open,
  operations,
  ParameterError,
  run,
  runRecipe,
} from '#scripts/library/index.ts';
import { emptyFolder } from '../temporary-folders.ts';
import { failure } from './failure.ts';

const folder = emptyFolder();

const [WIDTH, HEIGHT] = [40, 30];
/** An image whose pixels all differ, so that a pixel at a wrong position is found. */
const pixels = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, index) => (index * 31 + (index >> 5)) % 256);
const png = join(folder, 'in.png');
const corners = { topX: 4, topY: 6, bottomX: 24, bottomY: 16 };

beforeAll(async () => {
  await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } }).toFile(png);
});

/** Returns a crop of the image by sharp, as RGB. */
const expected = () => sharp(png).extract({ left: 4, top: 6, width: 20, height: 10 }).raw().toBuffer();
const rgb = (bytes: Uint8Array) => sharp(bytes).removeAlpha().raw().toBuffer();
const largePng = () =>
  sharp({ create: { width: 1500, height: 1500, channels: 4, background: '#abc' } })
    .png()
    .toBuffer();

function cyclic(): object {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
}

describe('the library’s function run', () => {
  it('accepts a path, a file URL, bytes, a buffer and a Blob, and crops the same pixels as sharp', async () => {
    const bytes = readFileSync(png);
    // Simulates how Node returns small files: as a view of a larger, shared buffer.
    const pool = Buffer.alloc(bytes.length + 64, 7);
    pool.set(bytes, 32);
    const pooled = pool.subarray(32, 32 + bytes.length);
    const { buffer } = new Uint8Array(bytes);
    for (const image of [png, pathToFileURL(png), new Uint8Array(bytes), pooled, buffer, new Blob([bytes])]) {
      const result = await run('crop', { image }, corners);
      expect(result).toMatchObject({ format: 'png', mimeType: 'image/png', width: 20, height: 10, warnings: [] });
      expect(result.size).toBe(result.bytes.length);
      expect((await rgb(result.bytes)).equals(await expected())).toBe(true);
    }
    // An image large enough for a worker thread. The transfer of its bytes must not detach the shared buffer.
    const webp = await sharp(await largePng())
      .webp({ lossless: true })
      .toBuffer();
    const shared = Buffer.concat([webp, webp]);
    await run('crop', { image: shared.subarray(webp.length) }, corners);
    expect(shared.subarray(0, webp.length).equals(webp)).toBe(true);
    expect(pool.subarray(32, 32 + bytes.length).equals(bytes)).toBe(true);
    expect([pool.at(0), pool.at(-1)]).toEqual([7, 7]);
  });

  it('writes a file in the format of its extension, completely or not at all', async () => {
    const output = join(folder, 'made/out.webp');
    const result = await run('crop', { image: png }, corners, { output });
    expect(result).toEqual({
      path: output,
      format: 'webp',
      mimeType: 'image/webp',
      width: 20,
      height: 10,
      size: readFileSync(output).length,
      warnings: [],
    });
    expect((await sharp(output).metadata()).format).toBe('webp');
    const before = readFileSync(output);
    expect(await failure(run('convert', { image: png }, {}, { output }))).toMatchObject({
      code: 'fileExists',
      message: `${output}: The file already exists; set the option force to replace it.`,
      cause: { code: 'EEXIST' },
    });
    const untouched = new ReadableStream<Uint8Array>({ pull: () => expect.unreachable() }, { highWaterMark: 0 });
    expect(await failure(run('convert', { image: untouched }, {}, { output }))).toMatchObject({ code: 'fileExists' });
    expect(
      await failure(run('convert', { image: png }, {}, { output: join(folder, 'made'), force: true })),
    ).toMatchObject({ code: 'fileSystem', data: { systemCode: 'EISDIR' } });
    expect(readFileSync(output).equals(before)).toBe(true);
    await run('convert', { image: png }, { quality: 0.2 }, { output, force: true });
    expect(readFileSync(output).equals(before)).toBe(false);
    expect(
      await failure(run('crop', { image: join(folder, 'none.png') }, corners, { output: join(folder, 'made/x.png') })),
    ).toMatchObject({ code: 'fileNotFound' });
    expect(readdirSync(join(folder, 'made'))).toEqual(['out.webp']);
  });

  it('lets one of several calls write an output, and rejects the other calls with fileExists', async () => {
    const output = join(folder, 'contended.png');
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map((index) => run('crop', { image: png }, { ...corners, bottomX: 20 + index }, { output })),
    );
    const [done, ...others] = outcomes.sort((a, b) => (a.status < b.status ? -1 : 1));
    expect(done).toMatchObject({ status: 'fulfilled', value: { path: output } });
    for (const other of others) expect(other).toMatchObject({ status: 'rejected', reason: { code: 'fileExists' } });
    const { width } = await sharp(output).metadata();
    expect(done).toMatchObject({ value: { width } });
    expect(readdirSync(folder).filter((name) => name.includes('contended'))).toEqual(['contended.png']);
  });

  it('writes in the format of the options, the operation or the source', async () => {
    const jpeg = new Uint8Array(await sharp(png).jpeg().toBuffer());
    const formats = await Promise.all([
      run('crop', { image: jpeg }, corners),
      run('crop', { image: jpeg }, corners, { format: 'avif' }),
      run('convert', { image: jpeg }, { format: 'webp' }),
      run('make-mask', {}, { width: 4, height: 4 }),
    ]);
    expect(formats.map(({ format }) => format)).toEqual(['jpg', 'avif', 'webp', 'png']);
    const small = await run('crop', { image: jpeg }, corners, { quality: 0.1 });
    expect(small.size).toBeLessThan(formats[0]?.size ?? 0);
  });

  it('returns the same audio in memory as in a file', async () => {
    const samples = Buffer.alloc(8000);
    const header = Buffer.from(
      '524946460000000057415645666d74201000000001000100401f0000803e00000200100064617461',
      'hex',
    );
    const length = Buffer.alloc(4);
    length.writeUInt32LE(samples.length);
    const wav = Buffer.concat([header, length, samples]);
    wav.writeUInt32LE(wav.length - 8, 4);
    const result = await run('wav-to-mp3', { audio: wav });
    expect(result).toMatchObject({ format: 'mp3', mimeType: 'audio/mpeg' });
    const { path } = await run('wav-to-mp3', { audio: wav }, {}, { output: join(folder, 'silence.mp3') });
    expect(readFileSync(path).equals(result.bytes)).toBe(true);
    expect(await inspect(path)).toMatchObject({ kind: 'audio', format: 'mp3' });
  });

  it('refuses invalid parameters and undeclared options with an error', async () => {
    const refused = [
      [() => run('crop', { image: png }, { ...corners, topX: -1 }), ParameterError, 'parameterMin'],
      [() => run('crop', { image: png }, corners, { format: 'tiff' as 'png' }), ParameterError, 'parameterChoice'],
      [
        () => run('crop', { image: png }, corners, { output: join(folder, 'x.tiff') }),
        ParameterError,
        'parameterChoice',
      ],
      [() => run('crop', { image: png }, corners, { quality: Number.NaN }), ParameterError, 'parameterNumber'],
      [() => run('crop', { image: png }, corners, { compression: 10 }), ParameterError, 'parameterRange'],
      [() => run('crop', {} as { image: string }, corners), FudebakoError, 'inputRequired'],
      [() => run('crop', { image: png, mask: png } as { image: string }, corners), ParameterError, 'parameterUnknown'],
      [() => run('crop', { image: [png, png] as unknown as string }, corners), ParameterError, 'parameterLength'],
      [() => run('crop', { image: Buffer.from('no picture') }, corners), FudebakoError, 'imageLoad'],
      [() => run('crop', { image: png }, corners, { qualty: 0.5 } as never), ParameterError, 'parameterUnknown'],
      [() => runRecipe([], png, { file: {} } as never), ParameterError, 'parameterUnknown'],
      [() => inspect(png, { verify: true } as never), ParameterError, 'parameterUnknown'],
      [() => open(png, { output: 'x.png' } as never), ParameterError, 'parameterUnknown'],
      [() => run('posterize' as 'crop', { image: png }, corners), ParameterError, 'parameterChoice'],
    ] as const;
    for (const [call, kind, code] of refused) {
      const error = await failure(call());
      expect(error).toBeInstanceOf(kind);
      expect(error).toMatchObject({ code });
      expect(describeError(error)).toMatch(/^[A-Z\d-].*\.$|^\w+ /);
      expect(describeError(error)).not.toMatch(/[{}]/);
      expect((error as Error).message).toBe(describeError(error));
    }
    expect(existsSync(join(folder, 'x.tiff'))).toBe(false);
    await expect(run('inspect' as 'crop', { file: png } as never, {} as never)).rejects.toMatchObject({
      code: 'invalidCall',
    });
  });

  it.each(['jpg', 'webp', 'png', 'avif'] as const)('reports the progress of encoding %s, up to 1', async (format) => {
    const seen: number[] = [];
    await run('convert', { image: png }, { format }, { onProgress: (fraction) => void seen.push(fraction) });
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('stops when its AbortSignal aborts, and leaves no file', async () => {
    const controller = new AbortController();
    const output = join(folder, 'cancelled/out.png');
    const options = { output, signal: controller.signal, onProgress: () => controller.abort() };
    expect(await failure(run('blur-sharpen', { image: await largePng() }, { sharpness: -1 }, options))).toBeInstanceOf(
      CancelledError,
    );
    expect(readdirSync(join(folder, 'cancelled'))).toEqual([]);
    const reason = new Error('The user left');
    const aborted = await failure(run('convert', { image: png }, {}, { signal: AbortSignal.abort(reason) }));
    expect(aborted).toBeInstanceOf(CancelledError);
    expect((aborted as Error).cause).toBe(reason);
  });

  it('stops when its AbortSignal aborts during encoding, and writes nothing', async () => {
    const controller = new AbortController();
    const output = join(folder, 'encoding/out.avif');
    // Aborts during encoding, which is the second half of the progress.
    const onProgress = (fraction: number) => void (fraction >= 0.5 && controller.abort());
    const options = { output, signal: controller.signal, onProgress };
    expect(await failure(run('crop', { image: png }, corners, options))).toBeInstanceOf(CancelledError);
    expect(readdirSync(join(folder, 'encoding'))).toEqual([]);
  });

  it('answers arguments of a wrong type with an error about the call', async () => {
    const wrong: unknown[] = [null, -1, true, 'x', [], Symbol('s'), () => 1, 10n, Number.NaN, { a: [10n] }, cyclic()];
    const call = run as (...args: unknown[]) => Promise<unknown>;
    const recipe = runRecipe as (...args: unknown[]) => Promise<unknown>;
    const step = { operation: 'crop', params: corners };
    for (const value of wrong) {
      const calls = [
        () => call(value, { image: png }, {}),
        () => call('crop', value, corners),
        () => call('crop', { image: value ?? 0 }, corners),
        () => call('crop', { image: png }, value ?? 0),
        () => call('crop', { image: png }, corners, { signal: value ?? 0 }),
        () => call('crop', { image: png }, corners, { onProgress: typeof value === 'function' ? 0 : (value ?? 0) }),
        () => call('crop', { image: png }, corners, { outputs: [value] }),
        () => call('crop', { image: png }, corners, { quality: value ?? -1 }),
        () => (open as typeof call)(value),
        () => recipe(value, png),
        () => recipe([step], value ?? 0),
        () => recipe([step], png, { files: value?.constructor === Object ? 0 : value }),
      ];
      for (const [index, made] of calls.entries()) {
        const error = await failure(made());
        expect([index, String(value), error instanceof FudebakoError && error.code !== 'unexpected']).toEqual([
          index,
          String(value),
          true,
        ]);
      }
    }
    expect(await failure(call('convert', null))).toMatchObject({ code: 'invalidCall' });
  });

  it('accepts a platform from createPlatform, and no other object', async () => {
    const platform = createPlatform({ threads: 0 });
    const { bytes } = await run('crop', { image: png }, corners, { platform });
    expect((await rgb(bytes)).equals(await expected())).toBe(true);
    platform.close();
    expect(() => createPlatform({ threads: -1 })).toThrow('threads must be from 0 to 256, not -1.');
    expect(() => createPlatform({ treads: 1 } as never)).toThrow('Unknown parameter options.treads.');
    await expect(run('convert', { image: png }, {}, { platform: { close: () => {} } })).rejects.toMatchObject({
      code: 'invalidCall',
      message: 'platform must come from createPlatform().',
    });
  });
});

describe('the library’s function runRecipe', () => {
  const recipe = [
    { operation: 'crop', params: corners },
    { operation: 'convert', params: { format: 'png' } },
  ];

  it('passes an image through the steps', async () => {
    const { bytes, format } = await runRecipe(JSON.parse(JSON.stringify(recipe)), png);
    expect(format).toBe('png');
    expect((await rgb(bytes)).equals(await expected())).toBe(true);
  });

  it('validates the recipe before a file is opened', async () => {
    const wrong = [
      { operation: 'crop', params: corners },
      { operation: 'scale', params: { ratio: 'x' } },
    ];
    expect(await failure(runRecipe(wrong, join(folder, 'none.png')))).toMatchObject({ path: '[1].params.ratio' });
    for (const each of [null, 3, [], 'crop', { operation: 'crop', __proto__: null, extra: 1 }])
      expect(await failure(runRecipe(each, png))).toBeInstanceOf(ParameterError);
  });

  it('finds named files among its inputs or in a folder, and refuses files outside the folder', async () => {
    const inside = join(folder, 'inside');
    mkdirSync(inside);
    writeFileSync(join(inside, 'top.png'), readFileSync(png));
    symlinkSync(png, join(inside, 'link.png'));
    const layer = (top: string) => ({
      operation: 'layer',
      params: { blendMode: 'normal' },
      inputs: { top, bottom: 'top.png' },
    });
    expect(await runRecipe(layer('top.png'), undefined, { folder: inside })).toMatchObject({ width: WIDTH });
    expect(await runRecipe(layer('mine'), undefined, { files: { mine: png, 'top.png': png } })).toMatchObject({
      width: WIDTH,
    });
    for (const name of ['../in.png', png, 'link.png', 'none.png', '.'])
      expect(await failure(runRecipe(layer(name), undefined, { folder: inside })), name).toMatchObject({
        code: 'fileNotFound',
      });
    expect(await failure(runRecipe(layer('top.png')))).toMatchObject({ code: 'fileNotFound' });
  });

  it('passes files that are not images to the first step', async () => {
    const mp3 = join(folder, 'silence.mp3');
    for (const input of [mp3, readFileSync(mp3)])
      expect(await runRecipe({ operation: 'mp3-to-wav' }, input)).toMatchObject({
        format: 'wav',
        mimeType: 'audio/wav',
      });
  });
});

it('inspect returns the details of each kind of file', async () => {
  const image = await inspect(png);
  if (image.kind !== 'image') throw new Error('not an image');
  expect(image.width * image.height).toBe(WIDTH * HEIGHT);
  expect(Object.keys(image)).toEqual(
    expect.arrayContaining([
      'format',
      'bytes',
      'megapixels',
      'orientation',
      'bitDepth',
      'channels',
      'alpha',
      'animated',
    ]),
  );
  const audio = await inspect(join(import.meta.dirname, '../../public/samples/sample.wav'));
  if (audio.kind !== 'audio') throw new Error('not audio');
  expect(audio.durationSec).toBeGreaterThan(0);
  // @ts-expect-error Audio has no size in pixels.
  const size: number = audio.width;
  expect(size).toBeUndefined();
});

it('the library’s types name every detail that inspect returns', async () => {
  const types = readFileSync(join(import.meta.dirname, '../../scripts/library/inspection.ts'), 'utf8');
  const named = new Set([...types.matchAll(/readonly (\w+)\??:/g)].map(([, name]) => name));
  const photos = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const;
  const images = await Promise.all(photos.map((format) => sharp(png).keepMetadata().toFormat(format).toBuffer()));
  const samples = join(import.meta.dirname, '../../public/samples');
  const media = readdirSync(samples)
    .filter((name) => /\.(?:wav|mp3|mp4)$/.test(name))
    .map((name) => join(samples, name));
  const details = await Promise.all([...images, ...media].map((file) => inspect(file)));
  const names = details.flatMap((each) => [
    ...Object.keys(each),
    ...('tracks' in each ? (each.tracks ?? []).flatMap(Object.keys) : []),
  ]);
  expect(names.length).toBeGreaterThan(80);
  expect(names.filter((name) => !named.has(name))).toEqual([]);
});

it('inspect names the format of an image as the result that wrote the image', async () => {
  for (const format of ['jpg', 'png', 'webp', 'avif', 'gif'] as const) {
    const result = await run('convert', { image: png }, {}, { format });
    const { kind, ...inspected } = await inspect(result.bytes);
    expect([result.format, kind, inspected.format]).toEqual([format, 'image', format]);
  }
});

it('the library’s operations describe their inputs and parameters', () => {
  expect(
    operations.find(({ id }) => id === 'layer')?.inputs.map(({ name, kind, required }) => [name, kind, required]),
  ).toEqual([
    ['top', 'image', false],
    ['bottom', 'image', false],
    ['mask', 'image', false],
  ]);
  expect(operations.find(({ id }) => id === 'sound-to-slideshow')).toMatchObject({
    output: 'file',
    extensions: ['mp4'],
  });
  for (const { summary, schema } of operations)
    expect([summary, schema.type]).toEqual([expect.stringMatching(/\w/), 'object']);
});

it('the library’s operations have types that match their declarations (npm run parameter-types)', () => {
  expect(readFileSync(PARAMETER_TYPES_FILE, 'utf8')).toBe(parameterTypesModule());
});
