import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { noiseRaster } from '../core/noise.ts';
import { firstOf } from '../deep.ts';
import { commandHere, emptyFolder } from './harness.ts';

const run = promisify(execFile);
const program = resolve(import.meta.dirname, '../../scripts/fudebako.mjs');

const commands: [string, ...string[]][] = [
  ['scale', '--ratio', '0.5'],
  ['adjust-color', '--hue', '0.4', '--saturation', '-0.3'],
  ['blur-sharpen', '--sharpness', '-0.4'],
  ['layer', '--blend-mode', 'multiply'],
  ['blur-sharpen', '--sharpness', '0.6'],
  ['layer', '--blend-mode', 'luminosity'],
];

it.each(firstOf(commands, 4))(
  'the command writes the same file without WebAssembly: %s %s %s',
  async (command, ...flags) => {
    const folder = emptyFolder();
    await Promise.all(
      ['top.jpg', 'bottom.jpg'].map(async (name, index) => {
        const { data, width, height } = noiseRaster(90 - index, 70);
        await sharp(data, { raw: { width, height, channels: 4 } })
          .jpeg()
          .toFile(join(folder, name));
      }),
    );
    const inputs = command === 'layer' ? ['--top', 'top.jpg', '--bottom', 'bottom.jpg'] : ['top.jpg'];
    const made = (output: string) => readFileSync(join(folder, output));
    const words = (output: string) => [command, ...inputs, ...flags, '-o', output];
    await commandHere(folder, words('usual.jpg'));
    await run(process.execPath, ['--no-expose-wasm', program, ...words('plain.jpg')], { cwd: folder });
    const usual = made('usual.jpg');
    expect(made('plain.jpg').equals(usual)).toBe(true);
    expect(usual.equals(made('top.jpg'))).toBe(false);
  },
);

it('the command reports that it cannot write PNG without WebAssembly', async () => {
  const folder = emptyFolder();
  await sharp({ create: { width: 4, height: 4, channels: 3, background: '#2b4c7e' } }).toFile(join(folder, 'a.jpg'));
  const command = ['--no-expose-wasm', program, 'scale', 'a.jpg', '--ratio', '2', '-o', 'a.png'];
  await expect(run(process.execPath, command, { cwd: folder })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Failed to generate image.'),
  });
});
