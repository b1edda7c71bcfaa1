import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { isDeep } from '../deep.ts';
import { commandHere, emptyFolder, filesIn, fudebako } from './harness.ts';

const svg = (content: string, size = 'width="30" height="20"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${content}</svg>`;

it('SVGs of a folder open, and they load no other file', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'in'));
  const secret = join(folder, 'in', 'secret.bin');
  writeFileSync(
    secret,
    await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  );
  const named = [secret, 'secret.bin', './secret.bin', 'in/secret.bin', pathToFileURL(secret).href];
  const images = named.map((address) => `<image width="30" height="20" href="${address}" xlink:href="${address}"/>`);
  const style = `<style>@import url("${secret}");</style><filter id="f"><feImage href="${secret}"/></filter>`;
  const more = `<rect width="30" height="20" filter="url(#f)"/><use href="${secret}#a"/>`;
  writeFileSync(join(folder, 'in', 'loads.svg'), svg(style + images.join('') + more));
  const { code, stderr } = await commandHere(folder, ['convert', 'in', '-o', 'out/']);
  expect([code, filesIn(join(folder, 'out'))]).toEqual([0, ['loads.png']]);
  expect(stderr).toContain('in/loads.svg: Parts of the SVG file are missing or not drawn as in browsers: @import url(');
  expect(stderr).toContain('<image> ./secret.bin');
  const { channels } = await sharp(join(folder, 'out', 'loads.png')).stats();
  expect(channels.map(({ max }) => max)).toEqual([0, 0, 0, 0]);
});

// The time limit without progress is ten seconds.
it.each(isDeep ? [10] : [])(
  'an SVG that takes too long ends with a known error, and the next SVG is processed',
  async () => {
    const folder = emptyFolder();
    // An SVG of 200 characters that takes two minutes to draw.
    const spins =
      '<filter id="f"><feMorphology operator="dilate" radius="100"/></filter><rect filter="url(#f)" width="300" height="300"/>';
    writeFileSync(join(folder, 'a.svg'), svg(spins, 'width="300" height="300"'));
    writeFileSync(join(folder, 'b.svg'), svg('<rect width="30" height="20" fill="#336699"/>'));
    const { code, stderr } = await fudebako(folder, 'convert', 'a.svg', 'b.svg', '-o', 'out/');
    expect(stderr).toMatch(/a\.svg stalled for 1\d s and was stopped\./);
    expect([code, filesIn(join(folder, 'out'))]).toEqual([1, ['b.png']]);
    const { dominant } = await sharp(join(folder, 'out', 'b.png')).stats();
    expect(dominant.r).toBeLessThan(dominant.b);
  },
);
