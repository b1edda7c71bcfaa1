import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { encodeImage, type ImageEncoding } from '#core/image/codecs/encode.ts';
import { platform } from '../inline-platform.ts';
import { readSample, samplesFolder } from '../samples.ts';
import { noiseRaster } from './noise.ts';

async function convert(bytes: Uint8Array, encoding: ImageEncoding): Promise<Uint8Array> {
  const source = fileFromBytes('source', new Uint8Array(bytes));
  const { raster } = await decodeImage(source, { platform });
  return encodeImage(raster, encoding, { platform }, source);
}

const noise = () => {
  const { width, height, data } = noiseRaster(90, 70, { opaque: true });
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
};

/** Files that are smaller than Fudebako's encoding at the quality of the test. */
const smallFiles = {
  jpg: () => noise().jpeg({ quality: 30, progressive: true }).toBuffer(),
  webp: () => noise().webp({ quality: 10 }).toBuffer(),
  avif: () => noise().avif({ quality: 10, effort: 2 }).toBuffer(),
};

const GPS = { IFD0: { ImageDescription: 'Kyoto' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 0/1 1/1' } };

describe('the option neverLarger', () => {
  it.each(['jpg', 'webp', 'avif'] as const)(
    'copies the compressed data of a %s that would become larger, without its metadata',
    async (format) => {
      const plain = await smallFiles[format]();
      const tagged = await sharp(plain)
        .withExif(GPS)
        .toFormat(format === 'jpg' ? 'jpeg' : format, { quality: 5 })
        .toBuffer();
      const larger = await convert(tagged, { format });
      const made = await convert(tagged, { format, neverLarger: true });
      expect(larger.length).toBeGreaterThan(tagged.length);
      expect(made.length).toBeLessThan(tagged.length);
      const pixels = async (bytes: Uint8Array) => new Uint8Array(await sharp(bytes).raw().toBuffer());
      expect(await pixels(made)).toEqual(await pixels(tagged));
      const { exif, xmp, icc } = await sharp(made).metadata();
      expect({ exif, xmp, icc }).toEqual({ exif: undefined, xmp: undefined, icc: undefined });
    },
  );

  it('adds the requested metadata to the copied image data', async () => {
    const tagged = await sharp(await smallFiles.jpg())
      .withExif({ IFD0: { Make: 'Fudecam', ...GPS.IFD0 } })
      .jpeg({ quality: 20 })
      .toBuffer();
    const made = Buffer.from(await convert(tagged, { format: 'jpg', metadata: 'all-but-place', neverLarger: true }));
    const { exif, icc } = await sharp(made).metadata();
    expect(icc).toBeDefined();
    expect([exif?.includes('Fudecam'), made.includes('Kyoto')]).toEqual([true, false]);
    expect(made.length).toBeLessThan((await convert(tagged, { format: 'jpg', metadata: 'all-but-place' })).length);
  });

  it('copies the tiles and the alpha plane of an AVIF, and embeds the chosen metadata', async () => {
    const { width, height, data } = noiseRaster(130, 90);
    const source = await sharp(data, { raw: { width, height, channels: 4 } })
      .withExif({ IFD0: { Make: 'Fudecam', ...GPS.IFD0 } })
      .avif({ quality: 8, effort: 2 })
      .toBuffer();
    const pixels = async (bytes: Uint8Array) => sharp(bytes).ensureAlpha().raw().toBuffer();
    const plain = await convert(source, { format: 'avif', neverLarger: true });
    expect([plain.length < source.length, Buffer.from(plain).includes('Fudecam')]).toEqual([true, false]);
    expect((await pixels(plain)).equals(await pixels(source))).toBe(true);
    const tagged = await convert(source, { format: 'avif', metadata: 'all-but-place', neverLarger: true });
    const { exif, icc } = await sharp(tagged).metadata();
    expect(icc).toBeDefined();
    expect([exif?.includes('Fudecam'), Buffer.from(tagged).includes('Kyoto')]).toEqual([true, false]);
    expect((await pixels(tagged)).equals(await pixels(source))).toBe(true);
    expect(tagged.length).toBeLessThan((await convert(source, { format: 'avif', metadata: 'all-but-place' })).length);
  });

  it('removes bytes that follow the image', async () => {
    const source = await smallFiles.jpg();
    const made = await convert(Buffer.concat([source, await smallFiles.jpg()]), { format: 'jpg', neverLarger: true });
    expect(made.length).toBeLessThanOrEqual(source.length);
  });

  it('encodes as usual if the result is smaller, or the format or the pixels change', async () => {
    const source = await smallFiles.jpg();
    for (const encoding of [{ format: 'jpg', quality: 0.05 }, { format: 'webp' }, { format: 'png' }] as const)
      expect(await convert(source, { ...encoding, neverLarger: true })).toEqual(await convert(source, encoding));
    const { raster } = await decodeImage(fileFromBytes('a', new Uint8Array(source)), { platform });
    const changed = { ...raster, data: raster.data.map((value) => 255 - value) };
    const file = fileFromBytes('a', new Uint8Array(source));
    expect(await encodeImage(changed, { format: 'jpg', neverLarger: true }, { platform }, file)).toEqual(
      await encodeImage(changed, { format: 'jpg' }, { platform }, file),
    );
  });
});

describe('a lossless JPG', () => {
  const scansOf = (bytes: Uint8Array) => Buffer.from(bytes).subarray(Buffer.from(bytes).indexOf('ffda', 'hex'));

  it.each([1, 3, 6])('has the compressed data of its source, and keeps orientation %i', async (orientation) => {
    const tagged = await sharp(await smallFiles.jpg())
      .withExif({ ...GPS, IFD0: { ...GPS.IFD0, Orientation: `${orientation}` } })
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer();
    const made = Buffer.from(await convert(tagged, { format: 'jpg', lossless: true }));
    expect(scansOf(made).equals(scansOf(tagged))).toBe(true);
    expect([made.includes('Kyoto'), made.includes('sRGB')]).toEqual([false, false]);
    expect((await sharp(made).metadata()).orientation).toBe(orientation === 1 ? undefined : orientation);
  });

  it('keeps a color profile that is not sRGB', async () => {
    const source = await noise().withIccProfile('p3').jpeg().toBuffer();
    const made = await convert(source, { format: 'jpg', lossless: true });
    const colors = (bytes: Uint8Array) => sharp(bytes).toColorspace('srgb').raw().toBuffer();
    expect((await sharp(made).metadata()).icc).toBeDefined();
    expect((await colors(made)).equals(await colors(source))).toBe(true);
  });

  it('is refused if the source has another format, or if a step changes pixels', async () => {
    const jpg = await smallFiles.jpg();
    const refused = { code: 'parameterChoice' };
    await expect(convert(await smallFiles.webp(), { format: 'jpg', lossless: true })).rejects.toMatchObject(refused);
    const file = fileFromBytes('a.jpg', new Uint8Array(jpg));
    const { raster } = await decodeImage(file, { platform });
    const changed = { ...raster, data: raster.data.map((value) => 255 - value) };
    const encoding = { format: 'jpg', lossless: true } as const;
    await expect(encodeImage(changed, encoding, { platform }, file)).rejects.toMatchObject(refused);
    await expect(encodeImage(raster, encoding, { platform })).rejects.toMatchObject(refused);
  });
});

describe.skipIf(!samplesFolder)('neverLarger (needs ../shared/samples)', () => {
  it('removes the Exif data of a progressive JPG, and keeps its pixels', async () => {
    const photo = readSample('images/progressive-tower.jpg');
    const made = await convert(photo, { format: 'jpg', neverLarger: true });
    expect(made.length).toBeLessThan(photo.length);
    expect((await sharp(made).metadata()).exif).toBeUndefined();
    expect(await sharp(made).raw().toBuffer()).toEqual(await sharp(photo).raw().toBuffer());
  });

  it.each([
    'animated-iss.webp',
    'alpha-lossy.webp',
    'lossless-palette.webp',
    'apng-20-frames.png',
    'screenshot-text.png',
  ])('keeps the pixels of %s', async (name) => {
    const file = readSample(`images/${name}`);
    const format = name.endsWith('png') ? 'png' : 'webp';
    const [made, plain] = [
      await convert(file, { format, neverLarger: true, lossless: true }),
      await convert(file, { format, lossless: true }),
    ];
    expect(made.length).toBeLessThanOrEqual(plain.length);
    const pixels = (bytes: Uint8Array) => sharp(bytes).ensureAlpha().raw().toBuffer();
    expect(await pixels(made)).toEqual(await pixels(plain));
  });
});
