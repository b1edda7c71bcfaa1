import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { open, run, runRecipe } from '#scripts/library/index.ts';
import { emptyFolder } from '../temporary-folders.ts';
import { failure } from './failure.ts';

const folder = emptyFolder();

const photo = join(folder, 'photo.jpg');
beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const image = sharp({ create: { width: 96, height: 64, channels: 3, background: '#000', noise } });
  await image.withMetadata({ orientation: 6 }).jpeg().toFile(photo);
});

describe('outputs of a call', () => {
  const outputs = (['avif', 'webp', 'jpg', 'png'] as const).flatMap((format) =>
    [20, 40].map((width) => ({ width, format, quality: 0.7 })),
  );

  it.each(['scale', 'convert'] as const)('of %s have the same bytes as separate calls', async (operation) => {
    const many = await run(operation, { image: photo }, {}, { outputs });
    expect(many.map(({ width, format }) => ({ width, format }))).toEqual(
      outputs.map(({ width, format }) => ({ width, format })),
    );
    for (const [index, { width, ...encoding }] of outputs.entries()) {
      const single = await run('scale', { image: photo }, { width }, encoding);
      const result = many[index] as typeof single;
      expect([index, Buffer.from(result.bytes).equals(single.bytes)]).toEqual([index, true]);
      expect(result).toMatchObject({ mimeType: single.mimeType, size: single.size, height: single.height });
    }
  });

  it('are written to files and memory together, and no image is enlarged', async () => {
    const [file, memory] = await run(
      'scale',
      { image: photo },
      {},
      {
        outputs: [{ width: 500, output: join(folder, 'files/a.webp') }, { width: 10 }],
      },
    );
    expect(file).toMatchObject({ path: join(folder, 'files/a.webp'), format: 'webp', width: 64, height: 96 });
    expect(memory).toMatchObject({ format: 'jpg', width: 10, height: 15 });
    expect((await sharp(join(folder, 'files/a.webp')).metadata()).width).toBe(64);
  });

  it('leave no file if an output fails', async () => {
    const output = (name: string) => join(folder, 'failing', name);
    const failing = [
      { width: 8, output: output('a.jpg') },
      { output: output('b.png'), maxKilobytes: 1 },
    ];
    expect(await failure(run('convert', { image: photo }, {}, { outputs: failing }))).toMatchObject({
      code: 'imageTargetSize',
    });
    expect(readdirSync(join(folder, 'failing'))).toEqual([]);
  });

  it('of runRecipe are made from the image after the recipe’s last step', async () => {
    const recipe = [{ operation: 'crop', params: { ratio: '1:1' } }];
    const results = await runRecipe(recipe, photo, { outputs: [{ width: 30 }, { width: 30, format: 'webp' }] });
    expect(results.map(({ width, height, format }) => [width, height, format])).toEqual([
      [30, 30, 'jpg'],
      [30, 30, 'webp'],
    ]);
  });

  it.each([
    [{ outputs: [] }, 'outputs[0]'],
    [{ outputs: [{ width: 0 }] }, 'outputs[0].width'],
    [{ outputs: [{ size: 3 }] }, 'outputs[0].size'],
    [{ outputs: 3 }, 'outputs'],
    [{ outputs: [{ width: 3 }], output: join(folder, 'x.png') }, 'output'],
    [{ outputs: [{ width: 3, output: join(folder, 'x.tiff') }] }, 'output'],
  ])('that are invalid cause an error that names the parameter: %j', async (options, path) => {
    expect(await failure(run('convert', { image: photo }, {}, options as never))).toMatchObject({ path });
  });

  it('of scale cannot be combined with the operation’s own size parameters', async () => {
    const error = await failure(run('scale', { image: photo }, { factor: 0.5 }, { outputs: [{ width: 3 }] }));
    expect(error).toMatchObject({ code: 'parameterExclusive' });
  });
});

describe('the library’s function open', () => {
  it('decodes an image once for several calls, which return the same bytes as for the file', async () => {
    const image = await open(photo);
    expect([image.width, image.height]).toEqual([64, 96]);
    const recipe = [{ operation: 'blur-sharpen', params: { sharpness: 0.5 } }];
    for (const [shared, own] of [
      [run('scale', { image }, { factor: 0.5 }), run('scale', { image: photo }, { factor: 0.5 })],
      [runRecipe(recipe, image, { format: 'png' }), runRecipe(recipe, photo, { format: 'png' })],
      [run('layer', { top: photo, bottom: image }, {}), run('layer', { top: photo, bottom: photo }, {})],
      [
        run('convert', { image }, { format: 'jpg', metadata: 'profile' }),
        run('convert', { image: photo }, { format: 'jpg', metadata: 'profile' }),
      ],
    ] as const)
      expect(Buffer.from((await shared).bytes).equals((await own).bytes)).toBe(true);
    const results = await run('convert', { image }, {}, { outputs: [{ width: 16 }] });
    expect(results).toMatchObject([{ width: 16, height: 24 }]);
    image.dispose();
    expect(await failure(run('scale', { image }, { factor: 0.5 }))).toMatchObject({
      message: 'The image is disposed.',
    });
  });

  it('returns an image that `using` disposes at the end of a block', async () => {
    const image = await open(readFileSync(photo));
    image[Symbol.dispose]();
    expect(await failure(run('scale', { image }, { factor: 0.5 }))).toMatchObject({ code: 'invalidCall' });
  });

  it('rejects for a file that is not an image', async () => {
    expect(await failure(open(Buffer.from('no image')))).toMatchObject({ code: 'imageLoad' });
    expect(await failure(open(join(folder, 'missing.jpg')))).toMatchObject({ code: 'fileNotFound' });
  });
});

describe('a recipe with outputs', () => {
  const steps = [{ operation: 'crop', params: { ratio: '1:1' } }, { outputs: [{ width: 20, format: 'webp' }, {}] }];

  it('makes its own outputs if the option `outputs` is `recipe`; the recipe may be a list or an object', async () => {
    const expected = await runRecipe([steps[0]], photo, { outputs: [{ width: 20, format: 'webp' }, {}] });
    for (const recipe of [steps, { version: 1, $schema: 'x', steps }]) {
      const results = await runRecipe(recipe, photo, { outputs: 'recipe' });
      expect(results).toEqual(expected);
    }
    expect(await runRecipe([steps[1]], photo, { outputs: 'recipe' })).toMatchObject([{ width: 20 }, { format: 'jpg' }]);
    expect(await runRecipe([steps[0]], photo, { outputs: 'recipe' })).toMatchObject([{ width: 64, format: 'jpg' }]);
  });

  it('is refused without the option `outputs`; an error names the path of a wrong field', async () => {
    expect(await failure(runRecipe(steps, photo))).toMatchObject({
      code: 'invalidCall',
      message: "The recipe lists several outputs. Set the option outputs to 'recipe'.",
    });
    const wrong = { steps: [{ outputs: [{ width: 0 }] }] };
    expect(await failure(runRecipe(wrong, photo, { outputs: 'recipe' }))).toMatchObject({
      path: 'steps[0].outputs[0].width',
    });
  });
});
