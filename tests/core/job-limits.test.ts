import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import type { JobLimits } from '#core/base/job-limits.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { imageMemory } from '#core/image/formats/registry.ts';
import { createPlatform, run } from '#scripts/library/index.ts';
import { platform } from '../inline-platform.ts';

const [WIDTH, HEIGHT] = [1500, 1000];
const PIXELS = WIDTH * HEIGHT;
const blank = () => sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#369' } });

/** Returns a 24-bit BMP of this size. */
function bmp(width: number, height: number): Uint8Array<ArrayBuffer> {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + rowBytes * height, 0x80);
  file.fill(0, 0, 54);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  for (const [at, value] of [
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
    [34, rowBytes * height],
  ] as const)
    file.writeUInt32LE(value, at);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  return new Uint8Array(file);
}

const encoders = {
  jpg: () => blank().jpeg().toBuffer(),
  png: () => blank().png().toBuffer(),
  webp: () => blank().webp().toBuffer(),
  avif: () => blank().avif({ effort: 0 }).toBuffer(),
  gif: () => blank().gif().toBuffer(),
  bmp: async () => bmp(WIDTH, HEIGHT),
  tiff: () => blank().tiff().toBuffer(),
  svg: async () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"/>`),
} as const;

type Format = keyof typeof encoders;
const formats = Object.keys(encoders) as Format[];
const files = new Map<string, Uint8Array<ArrayBuffer>>();

beforeAll(async () => {
  for (const format of formats) files.set(format, new Uint8Array(await encoders[format]()));
});

const open = (format: string) => fileFromBytes(`a.${format}`, (files.get(format) as Uint8Array<ArrayBuffer>).slice());
const decode = (format: string, limits: JobLimits) => decodeImage(open(format), { platform, limits });

/** Returns the estimated memory of a file in whole megabytes. */
const memoryMb = (format: Format) => {
  const { length } = files.get(format) as Uint8Array;
  return Math.ceil(imageMemory({ format, width: WIDTH, height: HEIGHT }, length) / 1e6);
};

describe.each(formats)('an image in %s', (format) => {
  it('decodes at exactly the limit of pixels, and is refused above', async () => {
    const { raster } = await decode(format, { maxPixels: PIXELS });
    expect([raster.width, raster.height]).toEqual([WIDTH, HEIGHT]);
    await expect(decode(format, { maxPixels: PIXELS - 1 })).rejects.toMatchObject({
      code: 'imageTooLarge',
      data: { width: WIDTH, height: HEIGHT, megapixels: 1.499_999 },
    });
  });

  it('is refused before decoding if it exceeds the memory limit', async () => {
    await expect(decode(format, { maxMemory: memoryMb(format) })).resolves.toBeDefined();
    await expect(decode(format, { maxMemory: memoryMb(format) - 1 })).rejects.toMatchObject({
      code: 'memoryLimit',
    });
    await expect(decode(format, { maxMemory: 14 })).rejects.toMatchObject({
      code: 'memoryLimit',
      data: { megabytes: 14 },
    });
  });
});

describe('an image that is scaled from its file', () => {
  const scaled = (bytes: Uint8Array<ArrayBuffer>, limits: JobLimits) =>
    decodeImage(fileFromBytes('a', bytes), { platform, limits, failOn: 'none' }, undefined, () => ({
      width: 150,
      height: 100,
    }));
  const fileOf = (format: string) => files.get(format) as Uint8Array<ArrayBuffer>;

  it.each(formats)('needs memory for all pixels unless it is a JPEG or PNG: %s', async (format) => {
    const attempt = scaled(fileOf(format), { maxMemory: 14 });
    if (format === 'jpg' || format === 'png') expect((await attempt).raster.width).toBe(150);
    else await expect(attempt).rejects.toMatchObject({ code: 'memoryLimit' });
  });

  it.each(['jpg', 'png'] as const)('needs memory for all pixels if it is damaged: %s', async (format) => {
    const damaged = fileOf(format).slice(0, -40);
    await expect(scaled(damaged, { maxMemory: 14 })).rejects.toMatchObject({ code: 'memoryLimit' });
    expect((await scaled(damaged, { maxMemory: memoryMb(format) })).raster.width).toBe(150);
  });

  it.each(['jpg', 'png'])('is refused above the limit of pixels: %s', async (format) => {
    await expect(scaled(fileOf(format), { maxPixels: PIXELS - 1 })).rejects.toMatchObject({ code: 'imageTooLarge' });
  });
});

it('the size of a GIF includes a first frame that is larger than the logical screen', async () => {
  const gif = (files.get('gif') as Uint8Array<ArrayBuffer>).slice();
  new DataView(gif.buffer).setUint16(6, 10, true);
  const decoded = decodeImage(fileFromBytes('a.gif', gif), { platform, limits: { maxPixels: 10 * HEIGHT } });
  await expect(decoded).rejects.toMatchObject({ code: 'imageTooLarge', data: { width: WIDTH, height: HEIGHT } });
});

const image = () =>
  sharp({ create: { width: 20, height: 15, channels: 3, background: '#369' } })
    .png()
    .toBuffer();
const size = { width: 40, height: 30 };
const pageText = { ...size, text: 'a', author: 'b' };

/** Runs an operation with a limit of pixels. */
const make = async (operation: string, params: object, inputs: object, maxPixels: number) =>
  run(operation as 'scale', inputs as never, params, { platform: createPlatform({ threads: 0, maxPixels }) });

describe('a generated image', () => {
  it.each([
    ['scale', { factor: 2 }, true],
    ['make-mask', size, true],
    ['make-mask', size, false],
    ['draw-shapes', size, false],
    ['write-texts', size, false],
    ['write-horizontal', pageText, false],
    ['write-vertical', pageText, false],
    ['animate-horizontal', { ...pageText, format: 'gif' }, false],
  ])('made by %s is refused if it exceeds the pixel limit', async (operation, params, hasImage) => {
    const inputs = hasImage ? { image: await image() } : {};
    await expect(make(operation, params, inputs, 1200)).resolves.toBeDefined();
    await expect(make(operation, params, inputs, 1199)).rejects.toMatchObject({
      code: 'imageTooLarge',
      data: { width: 40, height: 30, megapixels: 0.001_199 },
    });
  });

  it('is refused if it is a video frame over the pixel limit', async () => {
    const audio = new URL('../fixtures/mp3-to-wav/as-ffmpeg-decodes-it.wav', import.meta.url);
    const params = { resolution: 'square_1080' };
    await expect(make('sound-to-video', params, { audio, main: await image() }, 1000)).rejects.toMatchObject({
      code: 'imageTooLarge',
      data: { width: 1080, height: 1080 },
    });
  });

  it('is refused if an input image of a video or a shape exceeds the pixel limit', async () => {
    const audio = new URL('../fixtures/mp3-to-wav/as-ffmpeg-decodes-it.wav', import.meta.url);
    const main = files.get('png') as Uint8Array;
    const refused = { code: 'imageTooLarge', data: { width: WIDTH, height: HEIGHT } };
    const params = { resolution: 'square_1080' };
    await expect(make('sound-to-video', params, { audio, main }, PIXELS - 1)).rejects.toMatchObject(refused);
    const components = [{ shape: 'image', shapeImageKey: 'shapeImage0' }];
    const drawn = make('draw-shapes', { ...size, components }, { shapeImages: [main] }, PIXELS - 1);
    await expect(drawn).rejects.toMatchObject(refused);
  });
});
