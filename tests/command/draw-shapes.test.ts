import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { commandHere, emptyFolder, filesIn, fudebako, write, writeImage } from './harness.ts';

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

  it('shows the images of --shape-images, by name or by number', async () => {
    const image = { ...dot, shape: 'image', fillBox: false };
    const next = { left: 22, top: 5, right: 32, bottom: 15 };
    const folder = folderWith([
      { ...image, shapeImageKey: 'blue' },
      { ...image, shapeImageKey: 'shapeImage0', boundingBox: next },
    ]);
    await writeImage(join(folder, 'green.png'), { background: '#00ff00' });
    await writeImage(join(folder, 'blue.png'), { background: '#0000ff' });
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
    await writeImage(join(folder, 'green.png'));
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
    expect(stderr).toContain('components[1].shapeImageKey must be one of green.png, not "logo".');
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
    ['a wrong point', [{ curvePoints: [{ x: '1' }] }], 'components[0].curvePoints[0].x must be a number, not "1".'],
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
});
