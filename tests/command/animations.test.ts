import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { readAnimation } from '#core/image/animation/read-animation.ts';
import { readImageHeader } from '#core/image/formats/registry.ts';
import { inspect, run } from '#scripts/library/index.ts';
import { apng, type Bytes } from '../core/animated-files.ts';
import { commandHere, emptyFolder, jsonLines, write, writeImage } from './harness.ts';

const folder = emptyFolder();
const size = { width: 20, height: 16 };
const bytesOf = (name: string) => new Uint8Array(readFileSync(join(folder, name)));
let moving: Bytes;

beforeAll(async () => {
  const shades = [40, 120, 200];
  const frames = shades.map((red) => ({ ...size, color: (x: number) => [red, x * 9, 90, 255] as const, delayMs: 80 }));
  moving = await apng({ ...size, loop: 2, frames });
  write(join(folder, 'in/moving.png'), moving);
  await commandHere(folder, ['convert', 'in/moving.png', '-o', 'in/moving.gif']);
  await writeImage(join(folder, 'still.png'));
});

it.each(['gif', 'webp', 'png', 'apng'])('a command writes every frame of an animation as .%s', async (extension) => {
  const output = `out.${extension}`;
  const args = ['crop', 'in/moving.gif', '--ratio', '1:1', '-o', output, '--json'];
  const { code, stdout, stderr } = await commandHere(folder, args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(jsonLines(stdout)).toMatchObject([{ output, frames: 3, width: 16, height: 16 }]);
  expect(await readAnimation(bytesOf(output))).toMatchObject({ frames: 3, loop: 2, delaysMs: [80, 80, 80] });
});

it('a command for a folder keeps the format of animated images', async () => {
  const { code } = await commandHere(folder, ['scale', 'in', '-o', 'small', '--ratio', '0.5']);
  expect(code).toBe(0);
  const sizes = ['small/moving.gif', 'small/moving.png'].map((name) => readImageHeader(bytesOf(name)));
  expect(sizes).toMatchObject([
    { format: 'gif', width: 10, animated: true },
    { format: 'png', width: 10, animated: true },
  ]);
});

it('a command states the even sides that an MP4 has', async () => {
  const { stdout } = await commandHere(folder, ['scale', 'in/moving.gif', '--width', '15', '-o', 'odd.mp4', '--json']);
  expect(jsonLines(stdout)).toMatchObject([{ output: 'odd.mp4', frames: 3, width: 16, height: 12 }]);
});

it('--first-frame writes only the first frame of an animation', async () => {
  const { code, stderr } = await commandHere(folder, ['convert', 'in/moving.gif', '-o', 'first.webp', '--first-frame']);
  expect(code).toBe(0);
  expect(stderr).not.toContain('frames');
  expect(readImageHeader(bytesOf('first.webp'))).toMatchObject({ animated: false });
});

it('a command warns that a JPG contains only the first frame', async () => {
  const { code, stderr } = await commandHere(folder, ['convert', 'in/moving.gif', '-o', 'first.jpg', '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'in/moving.gif: Only the first of 3 frames was used.\n' });
});

it('--widths and --formats write animations in every format that supports them', async () => {
  const args = ['convert', 'in/moving.gif', '-o', 'several', '--widths', '10,20', '--formats', 'webp,jpg'];
  const { code, stderr } = await commandHere(folder, [...args, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^in\/moving.gif: Only the first/) });
  const headers = ['10.webp', '20.webp', '10.jpg'].map((end) => readImageHeader(bytesOf(`several/moving-${end}`)));
  expect(headers).toMatchObject([
    { format: 'webp', width: 10, animated: true },
    { format: 'webp', width: 20, animated: true },
    { format: 'jpg', width: 10 },
  ]);
  expect((await readAnimation(bytesOf('several/moving-10.webp')))?.frames).toBe(3);
});

it('a command refuses to write a still image as MP4', async () => {
  const { code, stderr } = await commandHere(folder, ['convert', 'still.png', '-o', 'still.mp4']);
  expect(code).toBe(1);
  expect(stderr).toContain('MP4 needs an animation: an animated GIF, WebP or PNG.');
});

it('a command writes a still image as a GIF of one frame', async () => {
  const { code } = await commandHere(folder, ['convert', 'still.png', '-o', 'still.gif']);
  expect(code).toBe(0);
  expect(readImageHeader(bytesOf('still.gif'))).toMatchObject({ format: 'gif', animated: false });
});

it('the library returns an animation with the same bytes as the command', async () => {
  const result = await run('crop', { image: join(folder, 'in/moving.gif') }, { ratio: '1:1' }, { format: 'webp' });
  expect(result).toMatchObject({ format: 'webp', frames: 3, width: 16, height: 16, warnings: [] });
  expect([...result.bytes]).toEqual([...bytesOf('out.webp')]);
  const first = await run('convert', { image: moving }, { format: 'png', firstFrame: true });
  expect(readImageHeader(first.bytes)).toMatchObject({ animated: false });
});

it('inspect shows the number of frames of an animation', async () => {
  expect(await inspect(join(folder, 'in/moving.png'))).toMatchObject({ animated: true, frames: 3 });
});

it('--flatten fills transparent pixels of images and of every frame with --background', async () => {
  const clear = (x: number) => [250, 0, 0, x < 10 ? 0 : x < 15 ? 128 : 255] as const;
  const frames = [0, 1].map((at) => ({ ...size, color: (x: number) => clear(x + at), delayMs: 80 }));
  write(join(folder, 'clear.png'), await apng({ ...size, loop: 0, frames }));
  const flatten = async (output: string, ...flags: string[]) => {
    const args = ['clear.png', '-o', output, '--flatten', '--background', '#0000fa', ...flags];
    expect(await commandHere(folder, ['convert', ...args])).toMatchObject({ code: 0 });
    return sharp(bytesOf(output), { animated: true }).ensureAlpha().raw().toBuffer();
  };
  for (const output of ['flat.png', 'flat.webp', 'flat.jpg', 'flat.gif']) {
    const data = await flatten(output, '--first-frame', ...(output.endsWith('webp') ? ['--lossless'] : []));
    for (const [x, red] of [
      [2, 0],
      [12, 125],
      [17, 250],
    ] as const) {
      // biome-ignore format: one line
      const [r = 0, , b = 0, alpha] = data.subarray(x * 4, x * 4 + 4);
      expect([Math.abs(r - red) < 8, Math.abs(b - (250 - red)) < 8, alpha]).toEqual([true, true, 255]);
    }
  }
  const moving = await flatten('flat.webp', '--lossless', '--force');
  const second = moving.subarray(size.width * size.height * 4);
  expect([...second.subarray(0, 4), ...second.subarray(19 * 4, 20 * 4)]).toEqual([0, 0, 250, 255, 250, 0, 0, 255]);
});

it('pad fills only the added area with --background, and transparent pixels too with --flatten', async () => {
  const pad = async (output: string, ...flags: string[]) => {
    const args = ['clear.png', '-o', output, '--first-frame', '--width', '40', '--background', '#00ff00', ...flags];
    expect(await commandHere(folder, ['pad', ...args])).toMatchObject({
      code: 0,
      stderr: expect.not.stringMatching(/no effect/),
    });
    const data = await sharp(bytesOf(output)).ensureAlpha().raw().toBuffer();
    return [0, 12].map((x) => [...data.subarray(x * 4, x * 4 + 4)]);
  };
  expect(await pad('padded.png')).toEqual([[0, 255, 0, 255], [250, 0, 0, 0]]); // biome-ignore format: one line
  expect(await pad('padded-flat.png', '--flatten')).toEqual([[0, 255, 0, 255], [0, 255, 0, 255]]); // biome-ignore format: one line
});
