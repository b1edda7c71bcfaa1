import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pcm16, sine, wavFile } from '../core/audio/audio-files.ts';
import { damageImages, undamage } from '../damaged-decode.ts';
import { emptyFolder, jsonLines, write, writeImage } from './harness.ts';

let commandHere: typeof import('./harness.ts')['commandHere'];

const folder = emptyFolder();
const shape = JSON.stringify([{ shape: 'image', shapeImageKey: 'damaged.png' }]);
const video = ['sound-to-video', '--audio', 'tone.wav', '--main', 'fine.png'];

beforeAll(async () => {
  damageImages();
  ({ commandHere } = await import('./harness.ts'));
  await writeImage(join(folder, 'fine.png'));
  await writeImage(join(folder, 'damaged.png'));
  const tone = wavFile({ sampleRate: 8000, data: pcm16(sine(440, 8000, 24_000)) });
  write(join(folder, 'tone.wav'), await tone.read());
});

afterAll(undamage);

describe('a damaged image that still opens', () => {
  it.each([
    ['the main input', ['convert', 'damaged.png', '-o', 'a.png']],
    ['the top of two layers', ['layer', '--top', 'damaged.png', '--bottom', 'fine.png', '-o', 'b.png']],
    ['the bottom of two layers', ['layer', '--top', 'fine.png', '--bottom', 'damaged.png', '-o', 'c.png']],
    ['the mask of a layer', ['layer', '--top', 'fine.png', '--mask', 'damaged.png', '-o', 'd.png']],
    [
      'the image of a shape',
      ['draw-shapes', 'fine.png', '--components', shape, '--shape-images', 'damaged.png', '-o', 'e.png'],
    ],
    ['the start image of a video', [...video, '--start', 'damaged.png', '--dur-start-sec', '1', '-o', 'f.mp4']],
    ['an image of a slideshow', ['sound-to-slideshow', ...video.slice(1), '--main', 'damaged.png', '-o', 'g.mp4']],
  ])('is named in a warning on stderr and in --json: %s', async (_, args) => {
    const { code, stdout, stderr } = await commandHere(folder, [...args, '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'damaged.png: Parts of this image are damaged.\n' });
    expect(jsonLines(stdout)).toMatchObject([
      {
        warnings: [
          { code: 'imageDamaged', data: { name: 'damaged.png' }, message: 'Parts of this image are damaged.' },
        ],
      },
    ]);
  });

  it('is refused as an image of a video with --fail-on error', async () => {
    const args = [...video, '--start', 'damaged.png', '--dur-start-sec', '1', '-o', 'h.mp4', '--fail-on', 'error'];
    const { code, stderr } = await commandHere(folder, args);
    expect(code).toBe(1);
    expect(stderr).toContain('damaged.png');
  });
});
