import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { baseInput, parseRecipe } from '#core/recipes/recipe.ts';
import { commandHere, emptyFolder, write } from './harness.ts';

const photo = (make: string) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: '#888' } })
    .withExif({
      IFD0: { Make: make, ImageDescription: 'Kyoto' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 0/1 1/1' },
    })
    .jpeg()
    .toBuffer();

async function metadataIn(
  path: string,
): Promise<{ readonly makes: readonly string[]; readonly profile: boolean; readonly place: boolean }> {
  const { exif, icc } = await sharp(readFileSync(path)).metadata();
  const text = exif?.toString('latin1') ?? '';
  const makes = ['Fudecam', 'Sumicam'].filter((make) => text.includes(make));
  return { makes, profile: icc !== undefined, place: text.includes('Kyoto') };
}

const NOTHING = { makes: [], profile: false, place: false };

describe('--metadata', () => {
  it.each(['jpg', 'png', 'webp', 'avif'])('applies to every command that writes an image: %s', async (format) => {
    const folder = emptyFolder();
    write(join(folder, 'in.jpg'), await photo('Fudecam'));
    const make = async (...args: string[]) => {
      const { code, stderr } = await commandHere(folder, [
        'scale',
        'in.jpg',
        '-o',
        `out.${format}`,
        '--ratio',
        '0.5',
        '--force',
        ...args,
      ]);
      expect([code, stderr]).toEqual([0, '']);
      return metadataIn(join(folder, `out.${format}`));
    };
    expect(await make()).toEqual(NOTHING);
    expect(await make('--metadata', 'profile')).toEqual({ ...NOTHING, profile: true });
    expect(await make('--metadata', 'all-but-place')).toEqual({ makes: ['Fudecam'], profile: true, place: false });
  });

  it('refuses an invalid value', async () => {
    const folder = emptyFolder();
    write(join(folder, 'in.jpg'), await photo('Fudecam'));
    const { code, stderr } = await commandHere(folder, ['convert', 'in.jpg', '-o', 'out.png', '--metadata', 'all']);
    expect(code).toBe(2);
    expect(stderr).toContain('all-but-place');
  });

  it('keeps the bottom layer’s metadata, and does not override the value in a recipe', async () => {
    const folder = emptyFolder();
    write(join(folder, 'top.jpg'), await photo('Sumicam'));
    write(join(folder, 'bottom.jpg'), await photo('Fudecam'));
    const layers = [
      'layer',
      '--top',
      'top.jpg',
      '--bottom',
      'bottom.jpg',
      '-o',
      'out.jpg',
      '--metadata',
      'all-but-place',
    ];
    expect((await commandHere(folder, layers)).code).toBe(0);
    expect((await metadataIn(join(folder, 'out.jpg'))).makes).toEqual(['Fudecam']);

    const recipe = [
      { operation: 'convert', params: { format: 'png', metadata: 'all-but-place' } },
      { operation: 'scale', params: { factor: 0.5 } },
    ];
    write(join(folder, 'recipe.json'), JSON.stringify(recipe));
    expect((await commandHere(folder, ['run', 'recipe.json', 'top.jpg', '-o', 'again.png'])).code).toBe(0);
    expect((await metadataIn(join(folder, 'again.png'))).makes).toEqual(['Sumicam']);
  });
});

it('--lossless --metadata profile keeps a profile for the coded colors', async () => {
  const folder = emptyFolder();
  const wide = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#f00' } })
    .withIccProfile('p3')
    .jpeg()
    .toBuffer();
  write(join(folder, 'wide.jpg'), wide);
  const args = ['convert', 'wide.jpg', '-o', 'kept.jpg', '--lossless', '--metadata', 'profile'];
  expect(await commandHere(folder, args)).toMatchObject({ code: 0, stderr: '' });
  const kept = await sharp(readFileSync(join(folder, 'kept.jpg'))).metadata();
  expect(kept.icc).toBeDefined();
});

describe('the base image of a recipe', () => {
  const base = (step: object, hasImage: boolean) => baseInput(parseRecipe([step]), hasImage);

  it('is the bottom layer, and undefined if the input is a top layer or the image is generated', () => {
    const layer = (inputs: object) => ({ operation: 'layer', inputs });
    expect(base(layer({ top: 'a', bottom: 'b', mask: 'c' }), false)).toBe('b');
    expect(base(layer({ top: 'a', mask: 'c' }), false)).toBe('a');
    expect(base(layer({ top: 'a' }), true)).toBeUndefined();
    expect(base(layer({ bottom: 'b' }), true)).toBe('b');
    expect(base({ operation: 'write-texts', inputs: { image: 'a' } }, false)).toBe('a');
    expect(base({ operation: 'write-texts' }, false)).toBeUndefined();
    expect(base({ operation: 'crop', params: { ratio: '1:1' } }, true)).toBeUndefined();
    expect(baseInput([], true)).toBeUndefined();
  });
});
