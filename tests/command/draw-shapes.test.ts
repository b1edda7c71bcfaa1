import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { commandHere, emptyFolder, filesIn, fudebako, write, writePicture } from './harness.ts';

const blank = ['--width', '40', '--height', '30', '--background', '#ffffff'];
const dot = {
  shape: 'rect',
  fillBox: true,
  fillColor: '#ff0000',
  borderWidth: 0,
  borderRadius: 0,
  boundingBox: { left: 10, top: 5, right: 20, bottom: 15 },
};

/** Creates a folder with the components in `shapes.json`. */
function folderWith(components: unknown): string {
  const folder = emptyFolder();
  write(join(folder, 'shapes.json'), JSON.stringify(components));
  return folder;
}

async function pixelsOf(path: string) {
  const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
  return { width: info.width, height: info.height, at };
}

describe('draw-shapes', () => {
  it('draws on a blank background when run as a child process', async () => {
    const folder = folderWith([
      dot,
      { ...dot, fillColor: '#0000ff', repeatCount: 2, repeatXOffset: 15, repeatYOffset: 5 },
    ]);
    const { code, stderr } = await fudebako(
      folder,
      'draw-shapes',
      ...blank,
      '--components',
      'shapes.json',
      '-o',
      'out.png',
    );
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('fudebako:')]);
    const { width, height, at } = await pixelsOf(join(folder, 'out.png'));
    expect([width, height]).toEqual([40, 30]);
    expect(at(10, 5)).toEqual([0, 0, 255, 255]);
    expect(at(34, 19)).toEqual([0, 0, 255, 255]);
    expect(at(35, 19)).toEqual([255, 255, 255, 255]);
  });

  it('draws on every image of a folder and keeps the other pixels', async () => {
    const folder = folderWith([dot]);
    await writePicture(join(folder, 'in/a.png'), { width: 40, height: 30 });
    await writePicture(join(folder, 'in/b.png'), { width: 24, height: 12, background: '#00ff00' });
    const { code } = await commandHere(folder, ['draw-shapes', 'in', '--components', 'shapes.json', '-o', 'out/']);
    expect(code).toBe(0);
    const [a, b] = [await pixelsOf(join(folder, 'out/a.png')), await pixelsOf(join(folder, 'out/b.png'))];
    expect([a.width, b.width]).toEqual([40, 24]);
    expect([a.at(12, 8), a.at(5, 5), b.at(12, 8), b.at(23, 11)]).toEqual([
      [255, 0, 0, 255],
      [0x2b, 0x4c, 0x7e, 255],
      [255, 0, 0, 255],
      [0, 255, 0, 255],
    ]);
  });

  it('keeps translucent pixels outside the shapes, bit for bit', async () => {
    const folder = folderWith([dot]);
    const pixels = Uint8Array.from({ length: 40 * 30 * 4 }, (_, index) => (index * 37 + 11) % 256);
    await sharp(pixels, { raw: { width: 40, height: 30, channels: 4 } })
      .png()
      .toFile(join(folder, 'in.png'));
    const { code } = await commandHere(folder, [
      'draw-shapes',
      'in.png',
      '--components',
      'shapes.json',
      '-o',
      'out.png',
    ]);
    expect(code).toBe(0);
    const { at } = await pixelsOf(join(folder, 'out.png'));
    for (let y = 0; y < 30; y++)
      for (let x = 0; x < 40; x++) {
        const inside = x >= 10 && x < 20 && y >= 5 && y < 15;
        expect(at(x, y)).toEqual(
          inside ? [255, 0, 0, 255] : [...pixels.subarray((y * 40 + x) * 4, (y * 40 + x) * 4 + 4)],
        );
      }
  });

  it('keeps a translucent background and draws translucent colors over it', async () => {
    const folder = folderWith([{ ...dot, fillColor: '#ff000080' }]);
    const background = ['--width', '40', '--height', '30', '--background', '#0000ff40'];
    await commandHere(folder, ['draw-shapes', ...background, '--components', 'shapes.json', '-o', 'out.png']);
    const { at } = await pixelsOf(join(folder, 'out.png'));
    expect(at(1, 1)).toEqual([0, 0, 255, 0x40]);
    // Red (alpha 128) over blue (alpha 64): alpha 128 + 64·127/255 = 159.9, red 255·128/159.9, blue 255·31.9/159.9.
    const [red, green, blue, alpha] = at(15, 10) as [number, number, number, number];
    expect(Math.abs(alpha - 160) + Math.abs(red - 204) + green + Math.abs(blue - 51)).toBeLessThanOrEqual(3);
  });

  it('shows the images of --shape-images, by name or by number', async () => {
    const image = { ...dot, shape: 'image', fillBox: false };
    const next = { left: 22, top: 5, right: 32, bottom: 15 };
    const folder = folderWith([
      { ...image, shapeImageKey: 'blue' },
      { ...image, shapeImageKey: 'shapeImage0', boundingBox: next },
    ]);
    await writePicture(join(folder, 'green.png'), { background: '#00ff00' });
    await writePicture(join(folder, 'blue.png'), { background: '#0000ff' });
    const images = ['--shape-images', 'green.png', '--shape-images', 'blue.png'];
    const { code } = await commandHere(folder, [
      'draw-shapes',
      ...blank,
      ...images,
      '--components',
      'shapes.json',
      '-o',
      'out.png',
    ]);
    expect(code).toBe(0);
    const { at } = await pixelsOf(join(folder, 'out.png'));
    expect([at(15, 10), at(27, 10)]).toEqual([
      [0, 0, 255, 255],
      [0, 255, 0, 255],
    ]);
  });

  it('is refused with an error that names a shape’s image if --shape-images does not contain that image', async () => {
    const folder = folderWith([{}, { shape: 'image', shapeImageKey: 'logo' }]);
    await writePicture(join(folder, 'green.png'));
    const args = [
      'draw-shapes',
      ...blank,
      '--shape-images',
      'green.png',
      '--components',
      'shapes.json',
      '-o',
      'out.png',
    ];
    const { code, stderr } = await commandHere(folder, args);
    expect(code).toBe(1);
    expect(stderr).toContain('components[1].shapeImageKey must be one of green.png, not logo.');
    expect(filesIn(folder)).toEqual(['green.png', 'shapes.json']);
  });

  it.each([
    [
      'a value over its limit',
      [{}, {}, { rotation: 181 }],
      'components[2].rotation must be from -180 to 180, not 181.',
    ],
    ['an unknown field', [{ colour: '#fff' }], 'Unknown parameter components[0].colour.'],
    ['an unknown shape', [{ shape: 'blob' }], 'components[0].shape must be one of none, line,'],
    ['a wrong point', [{ curvePoints: [{ x: '1' }] }], 'components[0].curvePoints[0].x must be a number, not 1.'],
    ['a single component outside a list', { shape: 'star' }, 'must be a list'],
    ['eleven components', Array.from({ length: 11 }, () => ({})), 'can have at most 10 entries'],
  ])('refuses %s in one line with exit code 2', async (_, components, message) => {
    const folder = folderWith(components);
    const args = ['draw-shapes', ...blank, '--components', 'shapes.json', '-o', 'out.png'];
    const { code, stderr } = await commandHere(folder, args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^fudebako: [^\n]+\n$/);
    expect(filesIn(folder)).toEqual(['shapes.json']);
  });

  it('draws as a step of a recipe, and the next step crops the drawing', async () => {
    const folder = emptyFolder();
    await writePicture(join(folder, 'in.png'), { width: 40, height: 30 });
    const recipe = [
      { operation: 'draw-shapes', params: { components: [dot] } },
      { operation: 'crop', params: { topX: 10, topY: 5, bottomX: 20, bottomY: 15 } },
    ];
    write(join(folder, 'recipe.json'), JSON.stringify(recipe));
    expect((await commandHere(folder, ['run', 'recipe.json', 'in.png', '-o', 'out.png'])).code).toBe(0);
    const { width, height, at } = await pixelsOf(join(folder, 'out.png'));
    expect([width, height, at(0, 0), at(9, 9)]).toEqual([10, 10, [255, 0, 0, 255], [255, 0, 0, 255]]);
  });
});
