import sharp, { type JpegOptions } from 'sharp';
import { describe, expect, it } from 'vitest';
import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import { type Raster, wrapRaster } from '#core/base/raster.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { jpegReduction } from '#core/image/formats/jpeg/jpeg-reduction.ts';
import { resample } from '#core/image/resample/resample.ts';
import type { ScaleParameters } from '#core/image/scale.ts';
import { parseRecipe, type RecipeStep, runSteps, runStepsOfFile } from '#core/recipes/recipe.ts';
import { deepOr, firstOf } from '../deep.ts';
import { platform } from '../inline-platform.ts';
import { random } from '../random.ts';
import { readSample, samplesFolder } from '../samples.ts';
import { otherJpegs } from './jpegs.ts';
import { sampleImage } from './test-images.ts';

const context = { platform };

const scaling = (params: Partial<ScaleParameters>): RecipeStep => ({ operation: 'scale', params });

/** Scales a file as the command does, which decodes at reduced size if possible. */
const fromFile = async (bytes: Uint8Array<ArrayBuffer>, ...steps: RecipeStep[]): Promise<Raster> =>
  (await runStepsOfFile(fileFromBytes('a.jpg', bytes), parseRecipe(steps), context)).raster;

/** Decodes the whole file and then scales, as the page does. */
async function fromPixels(bytes: Uint8Array<ArrayBuffer>, ...steps: RecipeStep[]): Promise<Raster> {
  const { raster } = await decodeImage(fileFromBytes('a.jpg', bytes), context);
  return runSteps(raster, parseRecipe(steps), context);
}

/** Resamples all pixels of a file by Lanczos-3. */
async function exactly(bytes: Uint8Array<ArrayBuffer>, width: number, height: number): Promise<Raster> {
  const { raster } = await decodeImage(fileFromBytes('a.jpg', bytes), context);
  return resample(raster, width, height, context);
}

/** Returns the PSNR in dB and the largest difference of two images. */
function distance(one: Raster, other: Raster): { psnr: number; most: number } {
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  let [squares, most] = [0, 0];
  for (let at = 0; at < one.data.length; at++) {
    if (at % 4 === 3) continue;
    const apart = Math.abs((one.data[at] as number) - (other.data[at] as number));
    squares += apart * apart;
    most = Math.max(most, apart);
  }
  return { psnr: 10 * Math.log10(255 ** 2 / (squares / ((one.data.length / 4) * 3))), most };
}

/** A photo-like image: gradients, waves of two lengths, a round edge, and grain. */
const photo = (width: number, height: number): Raster => {
  const next = random(7);
  return sampleImage(width, height, (x, y) => {
    const grain = next(256) / 24;
    const edge = (x - width / 2) ** 2 + (y - height / 3) ** 2 < (height / 4) ** 2 ? 60 : 0;
    const wave = 25 * Math.sin(x / 23 + y / 41) + 12 * Math.sin(x / 7);
    return [70 + edge + wave + grain, 90 + (y * 80) / height + grain, 150 - edge / 2 + (x * 60) / width + grain, 255];
  });
};

const encoded = async ({ width, height, data }: Raster, options: JpegOptions = {}, orientation = 1) =>
  new Uint8Array(
    await sharp(data, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .withMetadata({ orientation })
      .jpeg({ quality: 92, ...options })
      .toBuffer(),
  );

describe('the factor by which a JPEG is reduced during decoding', () => {
  it.each([
    [{ width: 400, height: 400 }, { width: 101, height: 100 }, 1],
    [{ width: 400, height: 400 }, { width: 100, height: 100 }, 2],
    [{ width: 4000, height: 400 }, { width: 100, height: 100 }, 2],
    [{ width: 4000, height: 400 }, { width: 10, height: 200 }, 1],
    [{ width: 799, height: 800 }, { width: 100, height: 100 }, 2],
    [{ width: 800, height: 800 }, { width: 100, height: 100 }, 4],
    [{ width: 8000, height: 8000 }, { width: 1, height: 1 }, 4],
  ] as const)('for scaling %j to %j is %d', (part, result, reduction) => {
    expect(jpegReduction(part, result)).toBe(reduction);
  });
});

describe('the frequencies that a reduced JPEG keeps', () => {
  /** Returns the lowest `count` × `count` frequencies of an 8 × 8 block as samples, by the definition of the DCT. */
  function reducedBlock(samples: (x: number, y: number) => number, count: number): number[][] {
    const basis = (size: number, k: number, x: number) =>
      Math.sqrt((k === 0 ? 1 : 2) / size) * Math.cos(((2 * x + 1) * k * Math.PI) / (2 * size));
    const range = (length: number) => Array.from({ length }, (_, index) => index);
    const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
    const coefficient = (u: number, v: number) =>
      sum(range(8).flatMap((y) => range(8).map((x) => samples(x, y) * basis(8, u, x) * basis(8, v, y))));
    const coefficients = range(count).map((v) => range(count).map((u) => coefficient(u, v)));
    return range(count).map((y) =>
      range(count).map(
        (x) =>
          (count / 8) *
          sum(
            range(count).flatMap((v) =>
              range(count).map((u) => (coefficients[v]?.[u] as number) * basis(count, u, x) * basis(count, v, y)),
            ),
          ),
      ),
    );
  }

  /** Decodes by sharp, reduces each 8 × 8 block to its lowest frequencies, and resamples the reduced image. */
  async function reference(bytes: Uint8Array, reduction: number, width: number, height: number): Promise<Raster> {
    const { data, info } = await sharp(bytes).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
    const count = 8 / reduction;
    const reduced = new Uint8ClampedArray((info.width / reduction) * (info.height / reduction) * 4).fill(255);
    for (let top = 0; top < info.height; top += 8)
      for (let left = 0; left < info.width; left += 8)
        for (const channel of [0, 1, 2]) {
          const at = (x: number, y: number) => ((top + y) * info.width + left + x) * info.channels + channel;
          const block = reducedBlock((x, y) => data[at(x, y)] as number, count);
          for (const [y, row] of block.entries())
            for (const [x, level] of row.entries())
              reduced[((top / reduction + y) * (info.width / reduction) + left / reduction + x) * 4 + channel] = level;
        }
    const image = wrapRaster(info.width / reduction, info.height / reduction, reduced);
    return resample(image, width, height, context);
  }

  /** Noise without black and white, so that decoding clips no pixel. */
  const noise = (width: number, height: number): Raster => {
    const next = random(5);
    const level = () => 68 + next(256) * 0.47;
    return sampleImage(width, height, () => [level(), level(), level(), 255]);
  };
  const images = { photo: photo(256, 192), noise: noise(128, 96) };

  const kinds = [
    [2, 'noise', 92, false],
    [4, 'noise', 100, true],
    [2, 'noise', 60, true],
    [4, 'noise', 60, true],
    [2, 'noise', 100, true],
    [4, 'noise', 92, false],
    [2, 'photo', 100, false],
    [4, 'photo', 100, false],
    [2, 'photo', 100, true],
    [4, 'photo', 100, true],
  ] as const;

  it.each(firstOf(kinds, 3))('are the lowest frequencies, at 1/%d, %s of quality %d, gray: %s', async (...each) => {
    const [reduction, kind, quality, isGray] = each;
    const image = images[kind];
    const options = { quality, chromaSubsampling: '4:4:4', optimizeCoding: kind === 'noise' };
    const bytes = isGray
      ? new Uint8Array(
          await sharp(image.data, { raw: { width: image.width, height: image.height, channels: 4 } })
            .removeAlpha()
            .grayscale()
            .jpeg(options)
            .toBuffer(),
        )
      : await encoded(image, options);
    const [width, height] = [image.width / reduction / 2, image.height / reduction / 2];
    const ours = await fromFile(bytes, scaling({ width, height }));
    // Tolerance: 1 level for the rounded pixels from which the reference starts, and 1 for the rounded result.
    expect(distance(ours, await reference(bytes, reduction, width, height)).most).toBeLessThanOrEqual(2);
  });
});

describe('a JPEG scaled down', () => {
  const sizes = [
    [1021, 763, 250, 187],
    [1022, 765, 101, 60],
    [1021, 763, 127, 95],
    [967, 641, 60, 40],
  ] as const;

  describe.each(['4:4:4', '4:2:0'])('in %s', (chromaSubsampling) => {
    it.each(firstOf(sizes, 2))(
      'from %d × %d to %d × %d px is close to the exact result',
      async (...[from, by, width, height]) => {
        const bytes = await encoded(photo(from, by), { chromaSubsampling });
        const apart = distance(await fromFile(bytes, scaling({ width, height })), await exactly(bytes, width, height));
        expect(apart.psnr).toBeGreaterThan(48);
        expect(apart.most).toBeLessThanOrEqual(16);
      },
    );
  });

  it('in 4:2:2 and in gray is close to the exact result', async () => {
    const image = photo(1021, 763);
    const raw = { raw: { width: image.width, height: image.height, channels: 4 } } as const;
    const { data } = await sharp(image.data, raw).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const gray = new Uint8Array(
      await sharp(data, { raw: { ...raw.raw, channels: 3 } })
        .grayscale()
        .jpeg({ quality: 92 })
        .toBuffer(),
    );
    expect(distance(await fromFile(gray, scaling({ width: 150 })), await exactly(gray, 150, 112)).psnr).toBeGreaterThan(
      48,
    );
  });

  it('shows an edge at the same place in every size, so no size shifts the image', async () => {
    const [width, height] = [1003, 605];
    const wedge = sampleImage(width, height, (x, y) => (x + y < 1200 ? [240, 240, 240, 255] : [15, 15, 15, 255]));
    const bytes = await encoded(wedge, { quality: 100, chromaSubsampling: '4:4:4' });
    for (const target of [240, 125, 99, 31]) {
      const ours = await fromFile(bytes, scaling({ width: target }));
      // A shift by a quarter of a pixel would change pixels on the edge by 50 levels.
      expect(distance(ours, await exactly(bytes, ours.width, ours.height)).most).toBeLessThanOrEqual(16);
    }
  });

  it('has the bytes of resampling all pixels if it is decoded at full resolution', async () => {
    const bytes = await encoded(photo(640, 481));
    for (const params of [
      { width: 400 },
      { width: 161 },
      { width: 700 },
      { width: 20, height: 400 },
      { width: 640, height: 300 },
    ]) {
      const ours = await fromFile(bytes, scaling(params));
      expect(ours).toEqual(await exactly(bytes, ours.width, ours.height));
    }
  });
});

describe('scaling a JPEG file gives the bytes of scaling its decoded pixels', () => {
  const crops: RecipeStep[] = [
    { operation: 'crop', params: { topX: 13, topY: 27, bottomX: 1000, bottomY: 702 } },
    { operation: 'crop', params: { ratio: '1:1' } },
    { operation: 'crop', params: { topX: 0, topY: 0, bottomX: 0, bottomY: 0 } },
  ];
  const recipes: RecipeStep[][] = [
    [scaling({ width: 160 })],
    [scaling({ percent: 5 })],
    [scaling({ longEdge: 300 })],
    [scaling({ width: 100, height: 100, fit: 'cover' })],
    [scaling({ width: 100, height: 100, fit: 'cover', anchor: 'bottom-right' })],
    [scaling({ width: 100, height: 130, fit: 'pad', background: '#336699' })],
    [scaling({ width: 3000, withoutEnlargement: true })],
    [scaling({ width: 160 }), scaling({ width: 20 })],
    [scaling({ width: 160 }), { operation: 'adjust-color', params: { saturation: 0.5 } }],
    ...crops.map((crop) => [crop, scaling({ width: 90 })]),
    ...crops.map((crop) => [crop, scaling({ width: 600 })]),
    [crops[0] as RecipeStep, crops[1] as RecipeStep, scaling({ width: 50 })],
  ];

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('with Exif orientation %d', async (orientation) => {
    const bytes = await encoded(photo(1021, 763), { chromaSubsampling: '4:2:0' }, orientation);
    for (const recipe of recipes.filter((_, index) => orientation === 1 || index % deepOr(3, 9) === 0)) {
      const [ours, theirs] = [await fromFile(bytes, ...recipe), await fromPixels(bytes, ...recipe)];
      expect([JSON.stringify(recipe), ours]).toEqual([JSON.stringify(recipe), theirs]);
    }
  });

  it.each(['progressive', 'with a profile', 'cut off'])('if the JPEG is %s', async (kind) => {
    const image = photo(1021, 763);
    const options = { progressive: kind === 'progressive' };
    const whole =
      kind === 'with a profile'
        ? new Uint8Array(
            await sharp(image.data, { raw: { width: 1021, height: 763, channels: 4 } })
              .removeAlpha()
              .withIccProfile('p3')
              .jpeg()
              .toBuffer(),
          )
        : await encoded(image, options);
    const bytes = kind === 'cut off' ? whole.slice(0, -200) : whole;
    const tolerant = { ...context, failOn: 'none' } as const;
    const file = fileFromBytes('a.jpg', bytes);
    const { raster } = await decodeImage(file, tolerant);
    const expected = await resample(raster, 120, 90, context);
    const steps = parseRecipe([scaling({ width: 120, height: 90 })]);
    expect((await runStepsOfFile(file, steps, tolerant)).raster).toEqual(expected);
    expect(await runSteps(raster, steps, context)).toEqual(expected);
  });

  it('for unusual files, even of a single block', async () => {
    for (const base64 of Object.values(otherJpegs)) {
      const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
      for (const params of [{ width: 9 }, { width: 4 }])
        expect(await fromFile(bytes, scaling(params))).toEqual(await fromPixels(bytes, scaling(params)));
    }
  });

  it('if the file has changed or can’t be read anymore', async () => {
    const bytes = await encoded(photo(1021, 763));
    const other = await encoded(photo(64, 48));
    for (const later of [() => Promise.reject(new Error('gone')), async () => other.slice()]) {
      let reads = 0;
      const read: SourceFile['read'] = async () => (reads++ === 0 ? bytes.slice() : later());
      const { raster } = await decodeImage({ name: 'a.jpg', size: bytes.length, read }, context);
      const scaled = await runSteps(raster, parseRecipe([scaling({ width: 100 })]), context);
      expect(scaled).toEqual(await exactly(bytes, 100, 75));
      expect(reads).toBe(2);
    }
  });

  it('names the step whose result exceeds the pixel limit', async () => {
    const bytes = await encoded(photo(1021, 763));
    const steps = parseRecipe([crops[1], scaling({ width: 700 })]);
    const limits = { maxPixels: 800_000 };
    await expect(
      runStepsOfFile(fileFromBytes('a.jpg', bytes), steps, { ...context, limits: { maxPixels: 780_000 } }),
    ).resolves.toBeDefined();
    const larger = parseRecipe([crops[1], scaling({ width: 1000 })]);
    await expect(runStepsOfFile(fileFromBytes('a.jpg', bytes), larger, { ...context, limits })).rejects.toMatchObject({
      code: 'imageTooLarge',
      step: { index: 2, operation: 'scale' },
    });
  });
});

describe.skipIf(!samplesFolder)('photos scaled down (needs ../shared/samples)', () => {
  const scaled = [
    ['photo-10mp-nikon-d80.jpg', 960],
    ['photo-12mp-pixel8-ultrahdr.jpg', 320],
    ['photo-10mp-nikon-d80.jpg', 480],
    ['photo-12mp-pixel8-ultrahdr.jpg', 768],
    ['art-32mp-7500x4221.jpg', 1600],
  ] as const;

  it.each(firstOf(scaled, 2))(
    '%s to %d px stays closer to the exact result than sharp’s shrink-on-load',
    async (name, width) => {
      const bytes = readSample(`images/${name}`);
      const ours = await fromFile(bytes, scaling({ width }));
      const expected = await exactly(bytes, width, ours.height);
      const apart = distance(ours, expected);
      expect(apart.psnr).toBeGreaterThan(48);
      expect(apart.most).toBeLessThanOrEqual(16);
      const { data, info } = await sharp(bytes, { failOn: 'none' })
        .resize({ width, height: ours.height, fit: 'fill', kernel: 'lanczos3' })
        .toColourspace('srgb')
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const theirs = wrapRaster(info.width, info.height, new Uint8Array(data));
      expect(apart.psnr).toBeGreaterThan(distance(theirs, expected).psnr);
    },
  );
});
