import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { samplePath, samplesFolder } from '../samples.ts';
import { commandHere, emptyFolder, filesIn, jsonLines, write, writePicture } from './harness.ts';

const pixelsOf = async (path: string) => {
  const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};
const firstPixel = async (path: string) => [...(await pixelsOf(path)).data.subarray(0, 4)];

async function run(folder: string, ...args: string[]) {
  const { code, stdout, stderr } = await commandHere(folder, args);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

/** Writes random RGBA pixels with every alpha as a PNG. */
async function writeTranslucent(path: string) {
  const data = Uint8Array.from({ length: 64 * 64 * 4 }, (_, index) => (index * 2654435761) >>> 24);
  for (let pixel = 0; pixel < 4096; pixel++) data[pixel * 4 + 3] = pixel % 256;
  await sharp(data, { raw: { width: 64, height: 64, channels: 4 } })
    .png()
    .toFile(path);
}

describe('the commands of the pixel tools', () => {
  it('leave every pixel unchanged, whatever its alpha, if no setting changes the image', async () => {
    const folder = emptyFolder();
    const path = join(folder, 'in.png');
    await writeTranslucent(path);
    await run(folder, 'adjust-color', 'in.png', '-o', 'adjusted.png');
    await run(folder, 'blur-sharpen', 'in.png', '--sharpness', '0', '-o', 'sharpened.png');
    await run(folder, 'layer', '--top', 'in.png', '-o', 'layered.png');
    for (const name of ['adjusted.png', 'sharpened.png', 'layered.png'])
      expect((await pixelsOf(join(folder, name))).data.equals((await pixelsOf(path)).data)).toBe(true);
  });

  it('adjust colors, and accept a negative value after a space or an equals sign', async () => {
    const folder = emptyFolder();
    await writePicture(join(folder, 'a.png'), { background: '#804020' });
    await run(folder, 'adjust-color', 'a.png', '--brightness', '-0.5', '-o', 'dark.png');
    expect(await firstPixel(join(folder, 'dark.png'))).toEqual([64, 32, 16, 255]);
    await run(folder, 'adjust-color', 'a.png', '--saturation=-1', '-o', 'gray.png');
    expect(await firstPixel(join(folder, 'gray.png'))).toEqual([75, 75, 75, 255]);
    const wrong = await commandHere(folder, ['adjust-color', 'a.png', '--hue', '1.5', '-o', 'x.png']);
    expect(wrong.code).toBe(2);
    expect(filesIn(folder)).toEqual(['a.png', 'dark.png', 'gray.png']);
  });

  it('blur and sharpen a folder of images', async () => {
    const folder = emptyFolder();
    for (const name of ['in/a.png', 'in/deep/b.jpg']) await writePicture(join(folder, name), { width: 40, height: 30 });
    const lines = jsonLines(await run(folder, 'blur-sharpen', 'in', '-o', 'out', '--sharpness', '-0.8', '--json'));
    expect(lines).toMatchObject([
      { operation: 'blur-sharpen', width: 40, height: 30 },
      { operation: 'blur-sharpen', width: 40, height: 30 },
    ]);
    expect(filesIn(join(folder, 'out'))).toEqual(['a.png', 'deep/b.jpg']);
    expect(await firstPixel(join(folder, 'out/a.png'))).toEqual([0x2b, 0x4c, 0x7e, 255]);
  });

  it('draw an image over another, through a mask that a command made', async () => {
    const folder = emptyFolder();
    await writePicture(join(folder, 'top.png'), { width: 20, height: 20, background: '#ff8000' });
    await writePicture(join(folder, 'bottom.png'), { width: 40, height: 30, background: '#808080' });
    write(
      join(folder, 'strokes.json'),
      JSON.stringify([
        {
          widthPx: 20,
          points: [
            { x: 0, y: 10 },
            { x: 0, y: 10 },
          ],
        },
      ]),
    );
    await run(folder, 'make-mask', '--width', '20', '--height', '20', '--strokes', 'strokes.json', '-o', 'mask.png');
    await run(
      folder,
      ...['layer', '--top', 'top.png', '--bottom', 'bottom.png', '--mask', 'mask.png'],
      ...['--blend-mode', 'multiply', '--offset-x', '-5', '-o', 'out.png'],
    );
    const { data, width, height } = await pixelsOf(join(folder, 'out.png'));
    expect([width, height]).toEqual([40, 30]);
    const at = (x: number, y: number) => [...data.subarray((y * 40 + x) * 4, (y * 40 + x) * 4 + 4)];
    expect(at(5, 15)).toEqual([128, 64, 0, 255]);
    expect(at(20, 15)).toEqual([128, 128, 128, 255]);
    expect(at(5, 3)).toEqual([128, 128, 128, 255]);
  });

  it('make a flat mask or an inverted mask of an image, and refuse malformed strokes', async () => {
    const folder = emptyFolder();
    await run(folder, 'make-mask', '-o', 'default.png');
    expect(await pixelsOf(join(folder, 'default.png'))).toMatchObject({ width: 1024, height: 768 });
    await writePicture(join(folder, 'red.png'), { background: '#ff0000' });
    await run(folder, 'make-mask', 'red.png', '--invert', '-o', 'mask.png');
    expect(await firstPixel(join(folder, 'mask.png'))).toEqual([201, 201, 201, 255]);
    write(
      join(folder, 'wrong.json'),
      JSON.stringify([
        {
          points: [
            { x: 1, y: 2 },
            { x: 1, z: 3 },
          ],
        },
      ]),
    );
    const wrong = await commandHere(folder, ['make-mask', '--strokes', 'wrong.json', '-o', 'x.png']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('[0].points[1].z');
  });

  it('run as steps of a recipe; a step that names only one layer uses the current image as the other', async () => {
    const folder = emptyFolder();
    await writePicture(join(folder, 'in/a.png'), { width: 30, height: 20, background: '#808080' });
    await writePicture(join(folder, 'in/b.png'), { width: 50, height: 40, background: '#404040' });
    await writePicture(join(folder, 'logo.png'), { width: 4, height: 4, background: '#ff0000' });
    const steps = [
      { operation: 'adjust-color', params: { brightness: 0.5 } },
      { operation: 'layer', inputs: { top: 'logo.png' }, params: { blendMode: 'lighten' } },
      { operation: 'blur-sharpen', params: { sharpness: 0 } },
    ];
    write(join(folder, 'recipe.json'), JSON.stringify(steps));
    await run(folder, 'run', 'recipe.json', 'in', '-o', 'out');
    const a = await pixelsOf(join(folder, 'out/a.png'));
    expect([a.width, a.height]).toEqual([30, 20]);
    expect([...a.data.subarray(0, 4)]).toEqual([192, 192, 192, 255]);
    expect([...a.data.subarray((10 * 30 + 15) * 4, (10 * 30 + 15) * 4 + 4)]).toEqual([255, 192, 192, 255]);
    expect(await firstPixel(join(folder, 'out/b.png'))).toEqual([96, 96, 96, 255]);
  });

  it.skipIf(!samplesFolder)('process photos with CMYK, alpha or 16 bits (needs ../shared/samples)', async () => {
    const folder = emptyFolder();
    const sample = (name: string) => samplePath(`images/${name}`);
    const photo = sample('photo-london-1020x768.jpg');
    await run(
      folder,
      'adjust-color',
      photo,
      sample('cmyk.jpg'),
      sample('alpha-lossy.webp'),
      '--hue',
      '0.5',
      '-o',
      'out/',
    );
    await run(
      folder,
      'blur-sharpen',
      photo,
      sample('png-16bit-rgba-interlaced.png'),
      '--sharpness',
      '0.3',
      '-o',
      'out2/',
    );
    await run(folder, 'make-mask', sample('grayscale-tower.jpg'), '-o', 'mask.png');
    await run(
      folder,
      'layer',
      '--top',
      sample('screenshot-text.png'),
      '--bottom',
      photo,
      '--mask',
      'mask.png',
      '-o',
      'layered.jpg',
    );
    expect(filesIn(folder)).toEqual([
      'layered.jpg',
      'mask.png',
      'out/alpha-lossy.webp',
      'out/cmyk.jpg',
      'out/photo-london-1020x768.jpg',
      'out2/photo-london-1020x768.jpg',
      'out2/png-16bit-rgba-interlaced.png',
    ]);
    expect(await pixelsOf(join(folder, 'layered.jpg'))).toMatchObject({ width: 1020, height: 768 });
    expect(readFileSync(join(folder, 'layered.jpg')).length).toBeGreaterThan(10_000);
  });
});
