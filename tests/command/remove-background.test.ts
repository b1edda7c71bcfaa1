import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandHere, emptyFolder } from './harness.ts';

const disc = resolve(import.meta.dirname, '../fixtures/remove-background/disc.png');

describe('remove-background', () => {
  let folder = '';
  beforeAll(async () => {
    folder = emptyFolder();
    for (const name of ['a.jpg', 'b.jpg']) await sharp(disc).jpeg({ quality: 95 }).toFile(join(folder, name));
  });

  it('writes PNG files to a folder, although the photos are JPG files', async () => {
    const { code, stderr } = await commandHere(folder, ['remove-background', 'a.jpg', 'b.jpg', '-o', 'out']);
    expect([code, stderr]).toEqual([0, '']);
    const { data, info } = await sharp(join(folder, 'out/b.png')).raw().toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(4);
    expect([...data.subarray(0, 4), data[(25 * 60 + 30) * 4 + 3]]).toEqual([0, 0, 0, 0, 255]);
  });

  it('refuses a transparent JPG and writes none; with a color it writes one', async () => {
    const refused = await commandHere(folder, ['remove-background', 'a.jpg', '-o', 'cut.jpg']);
    expect([refused.code, existsSync(join(folder, 'cut.jpg'))]).toEqual([1, false]);
    expect(refused.stderr).toContain('A JPG can’t be transparent');
    const args = ['remove-background', 'a.jpg', '-o', 'cut.jpg', '--background', '#00ff00'];
    expect((await commandHere(folder, args)).code).toBe(0);
    const [red = 0, green = 0] = await sharp(join(folder, 'cut.jpg')).raw().toBuffer();
    expect([red < 12, green > 243]).toEqual([true, true]);
  });

  it('has the opacities that make-mask writes with --subject auto', async () => {
    await commandHere(folder, ['make-mask', disc, '-o', 'mask.png', '--subject', 'auto']);
    await commandHere(folder, ['remove-background', disc, '-o', 'cut.png']);
    const mask = await sharp(readFileSync(join(folder, 'mask.png')))
      .extractChannel(0)
      .raw()
      .toBuffer();
    const alpha = await sharp(readFileSync(join(folder, 'cut.png')))
      .extractChannel(3)
      .raw()
      .toBuffer();
    expect(alpha).toEqual(mask);
  });
});
