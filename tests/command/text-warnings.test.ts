import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { commandHere, emptyFolder, jsonLines } from './harness.ts';

const folder = emptyFolder();
const run = (...args: string[]) => commandHere(folder, args);
const blankFlags = ['--width', '300', '--height', '400', '--no-watermark'];

async function darkPixels(name: string): Promise<number> {
  const pixels = await sharp(join(folder, name)).greyscale().raw().toBuffer();
  return pixels.reduce((count, value) => count + (value < 128 ? 1 : 0), 0);
}

describe('the warning about a text that does not fit', () => {
  it('is given if the text leaves the image, on stderr and in --json', async () => {
    const text = 'いろはにほへとちりぬるを'.repeat(12);
    const args = ['write-vertical', ...blankFlags, '--text', text, '--author', '無名', '-o', 'long.png'];
    const plain = await run(...args);
    expect(plain.code).toBe(0);
    expect(plain.stderr).toBe('long.png: Part of the text is outside the image (text).\n');
    const json = await run(...args, '--force', '--json');
    expect(jsonLines(json.stdout)).toMatchObject([
      {
        output: 'long.png',
        warnings: [
          {
            code: 'textOutside',
            data: { texts: 'text' },
            message: 'Part of the text is outside the image (text).',
          },
        ],
      },
    ]);
    expect(json.stderr).toBe(plain.stderr);
    // The text was indeed outside the image, because a wider background shows much more of the text.
    const wide = ['--width', '2000', ...args.slice(3, -1), 'wide.png'];
    expect((await run('write-vertical', ...wide)).stderr).toBe('');
    expect(await darkPixels('wide.png')).toBeGreaterThan(2 * (await darkPixels('long.png')));
  });

  it('is given if the text leaves its box but not the image', async () => {
    const texts = [
      { text: 'fits', fontPt: 10, fontFamily: 'Merriweather' },
      { text: 'HHH HHH', fontPt: 20, boundingBox: { left: 100, top: 100, right: 200, bottom: 110 } },
    ];
    const { stdout, stderr } = await run(
      ...['write-texts', '--width', '300', '--height', '400', '--texts', JSON.stringify(texts), '-o', 'box.png'],
      ...['--json'],
    );
    expect(jsonLines(stdout)).toMatchObject([{ warnings: [{ code: 'textOverflows', data: { texts: 'texts[1]' } }] }]);
    expect(stderr).toBe('box.png: The text does not fit inside its box or padding (texts[1]).\n');
  });

  it('is given if the rotation moves the text out of the image', async () => {
    const boundingBox = { left: 0, top: 0, right: 280, bottom: 40 };
    const texts = [{ text: 'HHHHHHHHHH', fontPt: 15, rotation: 90, align: 'left', boundingBox }];
    const { stderr } = await run(
      ...['write-texts', '--width', '300', '--height', '400', '--texts', JSON.stringify(texts), '-o', 'turned.png'],
    );
    expect(stderr).toBe('turned.png: Part of the text is outside the image (texts[0]).\n');
  });

  it('is given for an animation too', async () => {
    const style = JSON.stringify({ main: { fontPctH: 50 } });
    const { stdout } = await run(
      ...['write-vertical', '--width', '64', '--height', '64', '--no-watermark', '--style', style],
      ...['--text', 'いろは', '--frame-rate', '1', '-o', 'long.gif', '--json'],
    );
    expect(jsonLines(stdout)).toMatchObject([{ format: 'gif', warnings: [{ code: 'textOutside' }] }]);
  });

  it('is not given for a text that fits', async () => {
    const { stdout, stderr } = await run(
      'write-vertical',
      ...blankFlags,
      '--text',
      '古池や',
      '-o',
      'fits.png',
      '--json',
    );
    expect(stderr).toBe('');
    expect(jsonLines(stdout)[0]).not.toHaveProperty('warnings');
  });
});
