import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from '#scripts/library/index.ts';
import { greyOfFrames, hasFfmpeg } from '../video/ffmpeg.ts';
import { commandHere, emptyFolder } from './harness.ts';

const folder = emptyFolder();
const file = (name: string) => join(folder, name);
const command = (...args: string[]) => commandHere(folder, ['animate-images', ...args]);

beforeAll(async () => {
  const paint = (width: number, height: number, background: string, name: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toFile(file(name));
  await paint(40, 20, '#ff0000', 'red.png');
  await paint(20, 20, '#00ff00', 'green.png');
  await paint(80, 40, '#0000ff', 'blue.png');
});

/** Returns facts of an animation, and the color of pixels of each frame as `#rrggbbaa`. */
async function look(name: string, ...places: [x: number, y: number][]) {
  const { pages, delay, loop, width, pageHeight = 0 } = await sharp(file(name), { animated: true }).metadata();
  const { data, info } = await sharp(file(name), { animated: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colors = Array.from({ length: pages ?? 1 }, (_, page) =>
    places.map(([x, y]) => {
      const at = ((page * pageHeight + y) * info.width + x) * 4;
      return `#${data.subarray(at, at + 4).toString('hex')}`;
    }),
  );
  return { delay, loop, size: [width, pageHeight], colors };
}

describe('animate-images', () => {
  it('shows images in the order of the arguments, fitted into the size of the first', async () => {
    const args = ['red.png', 'green.png', 'blue.png', '-o', 'a.gif', '--delay', '300', '--delays', '100,200'];
    expect(await command(...args, '--loop', '3')).toMatchObject({ code: 0, stderr: '' });
    const { loop, ...facts } = await look('a.gif', [0, 0], [20, 10]);
    expect(loop).toBe(3);
    expect(facts).toEqual({
      delay: [100, 200, 300],
      size: [40, 20],
      colors: [
        ['#ff0000ff', '#ff0000ff'],
        ['#00000000', '#00ff00ff'],
        ['#0000ffff', '#0000ffff'],
      ],
    });
  });

  it('crops, scales and colors', async () => {
    await command('red.png', 'green.png', '-o', 'cover.webp', '--fit', 'cover', '--width', '20');
    const cover = await look('cover.webp', [0, 0]);
    expect([cover.size, cover.delay, cover.loop]).toEqual([[20, 10], [500, 500], 0]);
    expect(cover.colors[1]?.[0]).toMatch(/^#0[0-2]f[c-f]0[0-2]ff$/);
    await command('red.png', 'green.png', '-o', 'bars.gif', '--background', '#0000ff');
    expect((await look('bars.gif', [0, 0])).colors[1]).toEqual(['#0000ffff']);
  });

  it('writes an animated PNG with the delays, and the library the same bytes', async () => {
    await command('red.png', 'blue.png', '-o', 'a.png', '--delay', '40');
    const images = [file('red.png'), file('blue.png')];
    const { bytes } = await run('animate-images', { images }, { format: 'png', delay: 40 });
    expect(readFileSync(file('a.png')).equals(bytes)).toBe(true);
    const control = Buffer.from(bytes).indexOf('acTL');
    expect([...bytes.subarray(control + 4, control + 12)]).toEqual([0, 0, 0, 2, 0, 0, 0, 0]);
  });

  it.skipIf(!hasFfmpeg)('writes an MP4 with the delays (needs FFmpeg)', async () => {
    expect((await command('red.png', 'blue.png', '-o', 'a.mp4', '--delays', '200,400')).code).toBe(0);
    const grays = greyOfFrames(file('a.mp4')).map((gray) => (gray > 40 ? 'red' : 'blue'));
    expect(grays).toEqual(['red', 'red', 'blue', 'blue', 'blue', 'blue']);
  });

  it('refuses a single image, and more delays than images', async () => {
    const single = await command('red.png', '-o', 'single.gif');
    expect(single.code).not.toBe(0);
    const many = await command('red.png', 'blue.png', '-o', 'many.gif', '--delays', '100,100,100');
    expect([many.code, many.stderr]).toEqual([1, 'many.gif: There are 3 delays for 2 images.\n']);
  });
});
