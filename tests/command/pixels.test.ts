import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { commandHere, emptyFolder, filesIn, write, writeImage } from './harness.ts';

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

describe('the commands of the pixel tools', () => {
  it('adjust colors, and accept a negative value after a space or an equals sign', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'), { background: '#804020' });
    await run(folder, 'adjust-color', 'a.png', '--brightness', '-0.5', '-o', 'dark.png');
    expect(await firstPixel(join(folder, 'dark.png'))).toEqual([64, 32, 16, 255]);
    await run(folder, 'adjust-color', 'a.png', '--saturation=-1', '-o', 'gray.png');
    expect(await firstPixel(join(folder, 'gray.png'))).toEqual([75, 75, 75, 255]);
    const wrong = await commandHere(folder, ['adjust-color', 'a.png', '--hue', '1.5', '-o', 'x.png']);
    expect(wrong.code).toBe(2);
    expect(filesIn(folder)).toEqual(['a.png', 'dark.png', 'gray.png']);
  });

  it('run as steps of a recipe; a step that names only one layer uses the current image as the other', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'in/a.png'), { width: 30, height: 20, background: '#808080' });
    await writeImage(join(folder, 'in/b.png'), { width: 50, height: 40, background: '#404040' });
    await writeImage(join(folder, 'logo.png'), { width: 4, height: 4, background: '#ff0000' });
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
});
