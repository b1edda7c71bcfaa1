import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { FudebakoError } from '#core/base/errors.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { pixelWords, type Raster } from '#core/base/raster.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { flatten } from '#core/image/flatten.ts';
import { withoutOrientation } from '#core/image/formats/jpeg/jpeg-segments.ts';
import { readImageHeader, sniffImage } from '#core/image/formats/registry.ts';
import { readOrientationTag } from '#core/image/metadata/orientation-tag.ts';
import { applyOrientation, type Orientation } from '#core/image/orientation.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { deepOr, isDeep } from '../deep.ts';
import { platform as inThread } from '../inline-platform.ts';
import { readSample, samplePath, samplesFolder } from '../samples.ts';
import { everyAlpha, numberedRaster } from './test-images.ts';

const platform = createNodePlatform();
const decode = (bytes: Uint8Array<ArrayBuffer>, name = 'file', on = platform) =>
  decodeImage(fileFromBytes(name, bytes), { platform: on });
const bytesOf = (buffer: Uint8Array) => new Uint8Array(buffer);

/** Returns an opaque or translucent image that every codec finds hard to compress. */
function noise(width: number, height: number, channels: 3 | 4) {
  const data = new Uint8Array(width * height * channels);
  for (let index = 0; index < data.length; index++) data[index] = (Math.imul(index, 2_654_435_761) >>> 13) & 255;
  return sharp(data, { raw: { width, height, channels } });
}

/** Returns the pixels of libvips, an independent decoder. */
async function reference(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes, { pages: 1 })
    .autoOrient()
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

function farthest(raster: Raster, other: { data: Uint8Array }): number {
  // Compares for equal bytes first, because most samples are equal, and this check takes a tenth of the time.
  if (Buffer.compare(Buffer.from(raster.data.buffer), other.data) === 0) return 0;
  let most = 0;
  for (let index = 0; index < raster.data.length; index++)
    most = Math.max(most, Math.abs((raster.data[index] as number) - (other.data[index] as number)));
  return most;
}

describe.skipIf(!samplesFolder)('among the sample images (needs ../shared/samples)', () => {
  const tooLarge = ['bars-100mp-10001x10001-palette.png', 'black-144mp-16000x9000.webp'];
  // Decoding the two largest photos takes longer than decoding all others.
  const slow = isDeep ? [] : ['art-32mp-7500x4221.jpg', 'photo-12mp-pixel8-ultrahdr.jpg'];
  const left = [...tooLarge, ...slow];
  const names = samplesFolder ? readdirSync(samplePath('images')).filter((name) => !left.includes(name)) : [];
  // Tolerance: decoders invert Adobe's CMYK differently, and without a profile none of them is correct.
  const tolerance = (name: string) => (name === 'cmyk.jpg' ? 24 : name.startsWith('exif-orientation') ? 1 : 0);

  // Images whose gAMA chunk states linear light. Libvips ignores the chunk, so the test encodes its levels as sRGB.
  const linear = ['png-16bit-rgba-interlaced.png', 'png-palette-trns.png'];
  const toSrgb = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
  const encode = (value: number, at: number) => (at % 4 === 3 ? value : Math.round(255 * toSrgb(value / 255)));

  it.each(names)('%s decodes to the pixels of libvips', async (name) => {
    const bytes = readSample(`images/${name}`);
    const [{ raster, header }, stored] = await Promise.all([decode(bytes), reference(bytes)]);
    const expected = linear.includes(name) ? { ...stored, data: stored.data.map(encode) } : stored;
    expect([raster.width, raster.height]).toEqual([expected.width, expected.height]);
    expect(farthest(raster, expected)).toBeLessThanOrEqual(tolerance(name));
    const { hasAlpha, depth } = await sharp(bytes).metadata();
    if (hasAlpha) expect(header.mayHaveAlpha).toBe(true);
    if (depth === 'ushort') expect(header.bitDepth).toBe(16);
  });

  it.each(tooLarge)('%s is refused before decoding', async (name) => {
    await expect(decode(readSample(`images/${name}`))).rejects.toMatchObject({ code: 'imageTooLarge' });
  });

  it.each([
    ['truncated.jpg', 'imageLoad'],
    ['truncated-12mp.jpg', 'imageLoad'],
    ['claims-65535x65535.jpg', 'imageTooLarge'],
    ['bad-data-stream.png', 'imageLoad'],
    ['bad-crc-ihdr.png', 'imageLoad'],
  ])('%s is refused as %s', async (name, code) => {
    await expect(decode(readSample(`broken/${name}`))).rejects.toMatchObject({ code });
  });

  it.each(Array.from({ length: 8 }, (_, index) => index + 1))(
    'exif-orientation-%i.jpg is rotated only once',
    async (n) => {
      const { raster, header } = await decode(readSample(`images/exif-orientation-${n}.jpg`));
      expect(header.orientation).toBe(n);
      expect([raster.width, raster.height]).toEqual([600, 450]);
      const first = await decode(readSample('images/exif-orientation-1.jpg'));
      // The eight images show the same scene, but each has its own number drawn on it, and other compression errors.
      const apart = raster.data.reduce(
        (sum, value, at) => sum + Math.abs(value - (first.raster.data[at] as number)),
        0,
      );
      expect(apart / raster.data.length).toBeLessThan(6);
    },
  );
});

describe('reading a file by its bytes', () => {
  it.each([
    ['jpg', () => noise(40, 30, 3).jpeg()],
    ['png', () => noise(40, 30, 4).png()],
    ['webp', () => noise(40, 30, 4).webp()],
    ['avif', () => noise(40, 30, 4).avif()],
    ['gif', () => noise(40, 30, 3).gif()],
  ] as const)('identifies %s by its first bytes, and reads its size and alpha', async (format, make) => {
    const bytes = bytesOf(await make().toBuffer());
    expect(sniffImage(bytes)).toBe(format);
    expect(readImageHeader(bytes)).toMatchObject({ format, width: 40, height: 30, orientation: 1, animated: false });
    const { raster } = await decode(bytes, 'misleading.txt');
    expect([raster.width, raster.height]).toEqual([40, 30]);
  });

  it('refuses text and empty files', async () => {
    const text = new TextEncoder().encode('not a picture, whatever the name says');
    await expect(decode(text, 'photo.png')).rejects.toMatchObject({ data: { reason: 'notAnImage' } });
    await expect(decode(new Uint8Array(), 'photo.png')).rejects.toMatchObject({ data: { reason: 'empty' } });
  });

  it('causes only known errors, whatever the bytes', async () => {
    const images = await Promise.all(
      [noise(20, 20, 3).jpeg(), noise(20, 20, 4).png(), noise(20, 20, 4).webp(), noise(20, 20, 3).gif()].map(
        async (image) => bytesOf(await image.toBuffer()),
      ),
    );
    const damaged = fc
      .record({ bytes: fc.constantFrom(...images), at: fc.nat(3000), value: fc.nat(255), cut: fc.nat(3000) })
      .map(({ bytes, at, value, cut }) => {
        const copy = bytes.slice(0, 12 + (cut % bytes.length));
        copy[12 + (at % copy.length)] = value;
        return copy;
      });
    await fc.assert(
      fc.asyncProperty(damaged, async (bytes) => {
        await decode(bytes, 'file', inThread).catch((error: unknown) => expect(error).toBeInstanceOf(FudebakoError));
      }),
      { seed: 4, numRuns: deepOr(150, 50) },
    );
  });
});

describe('a truncated image', () => {
  it.each([
    ['jpeg', () => noise(200, 200, 3).jpeg()],
    ['progressive jpeg', () => noise(200, 200, 3).jpeg({ progressive: true })],
    ['png', () => noise(200, 200, 4).png()],
    ['lossless webp', () => noise(200, 200, 4).webp({ lossless: true })],
    ['webp', () => noise(200, 200, 3).webp()],
    ['avif', () => noise(200, 200, 3).avif()],
  ] as const)('in the format %s is refused as truncated', async (_, make) => {
    const whole = bytesOf(await make().toBuffer());
    await decode(whole.slice());
    for (const length of [whole.length >> 1, whole.length - 20])
      await expect(decode(whole.slice(0, length))).rejects.toMatchObject({ data: { reason: 'truncated' } });
  });
});

describe('Exif orientation', () => {
  const all = [1, 2, 3, 4, 5, 6, 7, 8] as const;

  it.each(all)('%i moves pixels as libvips does', async (orientation) => {
    const source = numberedRaster(67, 130);
    const turned = applyOrientation(source, orientation);
    const png = await sharp(source.data, { raw: { width: 67, height: 130, channels: 4 } })
      .withMetadata({ orientation })
      .png()
      .toBuffer();
    const expected = await sharp(png).autoOrient().raw().toBuffer({ resolveWithObject: true });
    expect([turned.width, turned.height]).toEqual([expected.info.width, expected.info.height]);
    expect(Buffer.from(turned.data.buffer).equals(expected.data)).toBe(true);
  });

  it('is reversed by the inverse orientation', () => {
    const inverse: Record<Orientation, Orientation> = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 8, 7: 7, 8: 6 };
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 150 }),
        fc.integer({ min: 1, max: 150 }),
        fc.constantFrom(...all),
        (w, h, o) => {
          const source = numberedRaster(w, h);
          const back = applyOrientation(applyOrientation(source, o), inverse[o]);
          expect([back.width, back.height]).toEqual([w, h]);
          expect(pixelWords(back)).toEqual(pixelWords(source));
        },
      ),
      { seed: 5, numRuns: deepOr(40, 15) },
    );
  });

  it.each(['II', 'MM'] as const)('is read in the byte order %s, and ignored in damaged data', (order) => {
    const little = order === 'II';
    const tiff = new DataView(new ArrayBuffer(26));
    tiff.setUint8(0, order.charCodeAt(0));
    tiff.setUint8(1, order.charCodeAt(1));
    tiff.setUint16(2, 42, little);
    tiff.setUint32(4, 8, little);
    tiff.setUint16(8, 1, little);
    tiff.setUint16(10, 0x0112, little);
    tiff.setUint16(12, 3, little);
    tiff.setUint32(14, 1, little);
    tiff.setUint16(18, 6, little);
    const bytes = new Uint8Array(tiff.buffer);
    expect(readOrientationTag(bytes)).toMatchObject({ orientation: 6, offset: 18, littleEndian: little });
    for (let length = 0; length < 20; length++) expect(readOrientationTag(bytes.slice(0, length))).toBeUndefined();
    tiff.setUint16(18, 9, little);
    expect(readOrientationTag(bytes)).toBeUndefined();
  });

  it.each(['jpeg', 'webp'] as const)(
    'that is unreadable in a %s gives a warning, and the image opens as stored',
    async (format) => {
      const image = noise(32, 16, 3).withMetadata({ orientation: 6 });
      const bytes = bytesOf(await image.toFormat(format).toBuffer());
      const tiff = Buffer.from(bytes.buffer).indexOf('Exif\0\0') + 6;
      // Offsets in the Exif data, in which the orientation is the first entry of the directory.
      const [version, directory, type, count] = bytes[tiff] === 0x4d ? [3, 7, 13, 17] : [2, 4, 12, 14];
      for (const at of [version, directory, type, count].map((offset) => tiff + offset)) {
        const warnings: string[] = [];
        const damaged = bytes.with(at, 0xf0);
        const onWarning = ({ code }: { readonly code: string }) => void warnings.push(code);
        const { raster } = await decodeImage(fileFromBytes('a', damaged.slice()), { platform, onWarning });
        expect([raster.width, warnings]).toEqual([32, ['imageIrregular']]);
        expect(farthest(raster, await reference(damaged))).toBeLessThanOrEqual(2);
      }
    },
  );

  it('is removed from a JPEG without another change', async () => {
    const bytes = bytesOf(await noise(32, 16, 3).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const neutral = withoutOrientation(bytes);
    expect(readImageHeader(bytes)?.orientation).toBe(6);
    expect(readImageHeader(neutral)?.orientation).toBe(1);
    expect(neutral.filter((byte, at) => byte !== bytes[at])).toHaveLength(1);
    expect(withoutOrientation(neutral)).toEqual(neutral);
  });

  it('of an animated WebP is applied once', async () => {
    const frames = await noise(24, 32, 3).raw().toBuffer();
    const animated = sharp(frames, { raw: { width: 24, height: 32, channels: 3, pageHeight: 16 } });
    const bytes = bytesOf(await animated.withMetadata({ orientation: 6 }).webp({ lossless: true }).toBuffer());
    const { raster, header } = await decode(bytes);
    expect(header).toMatchObject({ animated: true, orientation: 6 });
    expect([raster.width, raster.height]).toEqual([16, 24]);
    expect([...raster.data.subarray(0, 3)]).toEqual([...frames.subarray(15 * 24 * 3, 15 * 24 * 3 + 3)]);
  });
});

describe('writing an image file', () => {
  it('keeps colors exactly at every alpha in PNG', async () => {
    const raster = everyAlpha();
    const bytes = await encodeImage(raster, { format: 'png' }, { platform });
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect(Buffer.from(raster.data.buffer).equals(data)).toBe(true);
    expect((await decode(bytes)).raster.data).toEqual(raster.data);
  });

  it('flattens on white for JPG', async () => {
    const flat = flatten(everyAlpha());
    const expected = await sharp(everyAlpha().data, { raw: { width: 256, height: 8, channels: 4 } })
      .flatten({ background: '#ffffff' })
      .ensureAlpha()
      .raw()
      .toBuffer();
    expect(farthest(flat, { data: expected })).toBeLessThanOrEqual(1);
    const jpeg = await encodeImage(everyAlpha(), { format: 'jpg', quality: 1 }, { platform });
    expect((await decode(jpeg)).header.format).toBe('jpg');
  });

  it('writes WebP and AVIF with their alpha', async () => {
    for (const format of ['webp', 'avif'] as const) {
      const bytes = await encodeImage(everyAlpha(), { format, quality: 1 }, { platform });
      const { raster, header } = await decode(bytes);
      expect(header).toMatchObject({ format, mayHaveAlpha: true, width: 256, height: 8 });
      expect(raster.data.filter((_, at) => at % 4 === 3)).toEqual(everyAlpha().data.filter((_, at) => at % 4 === 3));
    }
  });
});
