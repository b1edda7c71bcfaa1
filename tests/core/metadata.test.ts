import { createRequire } from 'node:module';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import type { Raster } from '#core/base/raster.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { findExif } from '#core/image/codecs/metadata.ts';
import { srgbProfile } from '#core/image/color/srgb-profile.ts';
import { type StillFormat, stillFormats } from '#core/image/formats/output-formats.ts';
import { metadataChoices } from '#core/image/metadata/choices.ts';
import { readAllowedExif } from '#core/image/metadata/exif-read.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { readSample, samplesFolder } from '../samples.ts';
import { everyAlpha, sampleImage } from './test-images.ts';

const platform = createNodePlatform();

interface ExifParser {
  create(jpeg: Buffer): { parse(): { readonly tags: Readonly<Record<string, unknown>> } };
}

/** Exif reader for JPEG, which is independent of Fudebako. */
const exifParser: ExifParser = createRequire(import.meta.url)('exif-parser');

/** Returns the Exif tags of a file in any format. libvips finds the Exif block, and exif-parser reads it. */
async function tagsOf(bytes: Uint8Array): Promise<Readonly<Record<string, unknown>>> {
  const { exif } = await sharp(bytes).metadata();
  if (!exif) return {};
  const block =
    exif.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? exif : Buffer.concat([Buffer.from('Exif\0\0'), exif]);
  const length = Buffer.from([(block.length + 2) >> 8, (block.length + 2) & 255]);
  const jpeg = Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe1]),
    length,
    block,
    Buffer.from([0xff, 0xda, 0, 2, 0xff, 0xd9]),
  ]);
  return exifParser.create(jpeg).parse().tags;
}

const small = sampleImage(40, 30, (x, y) => [x * 6, y * 8, (x * y) % 256, 255]);

const written = (
  raster: Raster,
  format: StillFormat,
  metadata: (typeof metadataChoices)[number],
  source?: Uint8Array<ArrayBuffer>,
) => encodeImage(raster, { format, metadata }, { platform }, source && fileFromBytes('source', source));

/** Returns a photo with every kind of tag: camera, author, caption, comment, time zone, thumbnail and location. */
const tellingJpeg = async () =>
  new Uint8Array(
    await sharp({ create: { width: 20, height: 10, channels: 3, background: '#888' } })
      .withMetadata({ density: 300 })
      .jpeg()
      .withExifMerge({
        IFD0: {
          Make: 'Fudecam',
          Model: 'F-1',
          Artist: 'Sei Shonagon',
          Copyright: 'CC0',
          ImageDescription: 'Kiyomizu-dera, 35.0 N',
          Orientation: '6',
        },
        IFD2: {
          ExposureTime: '1/250',
          FNumber: '28/10',
          ISOSpeedRatings: '200',
          DateTimeOriginal: '2024:05:06 07:08:09',
          OffsetTimeOriginal: '+09:00',
          UserComment: 'Kyoto',
        },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '35/1 0/1 1/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '135/1 46/1 1/1',
        },
      })
      .toBuffer(),
  );

/** Returns true if the bytes of a file contain a text. */
const holds = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(text);

describe('metadata of written images', () => {
  it.each(stillFormats)('is empty by default: %s', async (format) => {
    const bytes = await encodeImage(small, { format }, { platform }, fileFromBytes('a.jpg', await tellingJpeg()));
    const { exif, icc, xmp } = await sharp(bytes).metadata();
    expect({ exif, icc, xmp }).toEqual({ exif: undefined, icc: undefined, xmp: undefined });
  });

  it.each(stillFormats)('is only the sRGB profile if requested: %s', async (format) => {
    const bytes = await written(small, format, 'profile', await tellingJpeg());
    const { exif, icc, hasProfile } = await sharp(bytes).metadata();
    expect(exif).toBeUndefined();
    expect(hasProfile).toBe(true);
    expect(new Uint8Array(icc as Buffer)).toEqual(srgbProfile());
  });

  it.each(stillFormats)('is everything except the location if requested: %s', async (format) => {
    const source = await tellingJpeg();
    expect(await tagsOf(source)).toMatchObject({
      GPSLatitude: expect.closeTo(35, 2),
      ImageDescription: expect.anything(),
    });
    const bytes = await written(small, format, 'all-but-place', source);
    const tags = await tagsOf(bytes);
    expect(tags).toMatchObject({
      Make: 'Fudecam',
      Model: 'F-1',
      Copyright: 'CC0',
      XResolution: 300,
      ExposureTime: 1 / 250,
      FNumber: 2.8,
      ISO: 200,
      DateTimeOriginal: Date.UTC(2024, 4, 6, 7, 8, 9) / 1000,
      ColorSpace: 1,
      ExifImageWidth: 40,
      ExifImageHeight: 30,
    });
    expect(Object.keys(tags).filter((name) => /gps|description|comment|thumbnail/i.test(name))).toEqual([]);
    for (const text of ['Kyoto', 'Kiyomizu']) expect(holds(bytes, text)).toBe(false);
    for (const text of ['Sei Shonagon', '+09:00']) expect(holds(bytes, text)).toBe(true);
    // Sharp reports the rotation of an AVIF by its `irot` property, which Fudebako never writes.
    const { orientation = 1, icc, width, height } = await sharp(bytes).metadata();
    expect({ orientation, width, height }).toEqual({ orientation: 1, width: 40, height: 30 });
    expect(icc).toBeDefined();
  });

  it.each(stillFormats)('does not change the pixels: %s', async (format) => {
    for (const raster of [small, everyAlpha()]) {
      const files = await Promise.all(
        metadataChoices.map(async (choice) => written(raster, format, choice, await tellingJpeg())),
      );
      const pixels = await Promise.all(files.map((file) => sharp(file).ensureAlpha().raw().toBuffer()));
      for (const each of pixels.slice(1)) expect(each.equals(pixels[0] as Buffer)).toBe(true);
      const own = await Promise.all(
        files.map(async (file) => (await decodeImage(fileFromBytes('a', file), { platform })).raster.data),
      );
      for (const each of own.slice(1)) expect(each).toEqual(own[0]);
    }
  });

  it.each(stillFormats)('is preserved if a written %s is converted again', async (format) => {
    const first = await written(small, format, 'all-but-place', await tellingJpeg());
    const second = await written(small, 'png', 'all-but-place', first);
    expect(await tagsOf(second)).toEqual(await tagsOf(first));
  });

  it.each(stillFormats)('counts toward a maximum file size: %s', async (format) => {
    const source = fileFromBytes('a.jpg', await tellingJpeg());
    const plain = await encodeImage(small, { format, metadata: 'all-but-place' }, { platform }, source);
    const maxKilobytes = Math.floor((plain.length - 1) / 1000);
    const made = encodeImage(small, { format, metadata: 'all-but-place', maxKilobytes }, { platform }, source);
    const length = await made.then(
      (bytes) => bytes.length,
      (error) => error.code,
    );
    if (typeof length === 'number') expect(length).toBeLessThanOrEqual(maxKilobytes * 1000);
    else expect(length).toBe('imageTargetSize');
  });

  it('is empty for a source without preservable metadata', async () => {
    const source = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const bytes = await written(small, 'jpg', 'all-but-place', new Uint8Array(source));
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  });
});

describe('the sRGB profile', () => {
  it('has the primaries and the tone curve of libvips’ sRGB profile', async () => {
    // A ramp of levels stays the same when converted from libvips' sRGB profile to Fudebako's, up to 8-bit rounding.
    const ramp = sampleImage(256, 3, (x, y) => [y === 0 ? x : 30, y === 1 ? x : 200, y === 2 ? x : 90, 255]);
    const tagged = await written(ramp, 'png', 'profile');
    const turned = await sharp(tagged).toColourspace('lab').toColourspace('srgb').raw().toBuffer();
    const converted = await sharp(tagged).withIccProfile('p3').removeAlpha().raw().toBuffer();
    const reference = await sharp(await written(ramp, 'png', 'none'))
      .withIccProfile('p3')
      .removeAlpha()
      .raw()
      .toBuffer();
    expect(turned.length).toBeGreaterThan(0);
    let apart = 0;
    for (const [index, value] of converted.entries())
      apart = Math.max(apart, Math.abs(value - (reference[index] as number)));
    expect(apart).toBeLessThanOrEqual(1);
    expect(converted.equals(await sharp(tagged).removeAlpha().raw().toBuffer())).toBe(false);
  });

  it('has the values of IEC 61966-2-1 under D50', () => {
    const profile = srgbProfile();
    const view = new DataView(profile.buffer);
    const ascii = (at: number, length: number) => Buffer.from(profile.subarray(at, at + length)).toString('latin1');
    expect([view.getUint32(0), ascii(12, 12), ascii(36, 4)]).toEqual([profile.length, 'mntrRGB XYZ ', 'acsp']);
    const tags = new Map(
      Array.from({ length: view.getUint32(128) }, (_, index) => {
        const at = 132 + index * 12;
        return [ascii(at, 4), view.getUint32(at + 4)] as const;
      }),
    );
    const fixed = (at: number) => view.getInt32(at) / 65_536;
    const xyz = (name: string) => [8, 12, 16].map((offset) => fixed((tags.get(name) ?? 0) + offset));
    // Values that the ICC publishes for its sRGB profile ('sRGB2014').
    const published = {
      rXYZ: [0.43607, 0.22249, 0.01392],
      gXYZ: [0.38515, 0.71687, 0.09708],
      bXYZ: [0.14307, 0.06061, 0.7141],
    };
    for (const [name, values] of Object.entries(published))
      for (const [index, value] of values.entries()) expect(xyz(name)[index]).toBeCloseTo(value, 3);
    const [g, a, b, c, d] = [12, 16, 20, 24, 28].map((offset) => fixed((tags.get('rTRC') ?? 0) + offset)) as [
      number,
      number,
      number,
      number,
      number,
    ];
    for (let level = 0; level <= 255; level++) {
      const x = level / 255;
      const linear = x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
      expect(x >= d ? (a * x + b) ** g : c * x).toBeCloseTo(linear, 4);
    }
  });
});

describe('hostile Exif data', () => {
  const block = (entries: readonly (readonly [number, number, number, number])[], more = 0) => {
    const bytes = new Uint8Array(10 + entries.length * 12 + 4 + more);
    const view = new DataView(bytes.buffer);
    bytes.set([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
    view.setUint16(8, entries.length, true);
    for (const [index, [tag, type, count, value]] of entries.entries()) {
      const at = 10 + index * 12;
      view.setUint16(at, tag, true);
      view.setUint16(at + 2, type, true);
      view.setUint32(at + 4, count, true);
      view.setUint32(at + 8, value, true);
    }
    return bytes;
  };

  it.each([
    ['a count beyond the block', [[271, 2, 0xffffffff, 8]]],
    ['an offset beyond the block', [[271, 2, 100, 0xfffffff0]]],
    ['an invalid type for the tag', [[271, 7, 4, 0x41414141]]],
    ['a directory that points to itself', [[34665, 4, 1, 8]]],
    ['a directory beyond the block', [[34665, 4, 1, 0x7fffffff]]],
    ['a rational with many values', [[33434, 5, 1000, 0]]],
  ] as const)('is dropped because of %s', (_, entries) => {
    expect(readAllowedExif(block(entries))).toBeUndefined();
  });

  it('has each text cut to the maximum length', () => {
    const bytes = block([[271, 2, 5000, 26]], 5000);
    bytes.fill(0x41, 26, 5026);
    expect(readAllowedExif(bytes)?.image[0]?.values.length).toBe(256);
  });

  it('is read up to the maximum number of directory entries', () => {
    const entries = Array.from({ length: 60_000 }, (): readonly [number, number, number, number] => [9999, 3, 1, 1]);
    expect(readAllowedExif(block([...entries, [296, 3, 1, 2]]))).toBeUndefined();
    expect(readAllowedExif(block([...entries.slice(0, 400), [296, 3, 1, 2]]))).toBeDefined();
  });
});

describe.skipIf(!samplesFolder)('metadata of real photos (needs ../shared/samples)', () => {
  it.each(['photo-12mp-pixel8-ultrahdr', 'photo-10mp-nikon-d80', 'photo-london-1020x768', 'progressive-tower'])(
    'keeps the tags of %s except location, maker notes and thumbnail',
    async (name) => {
      const source = readSample(`images/${name}.jpg`);
      const before = await tagsOf(source);
      const bytes = await written(small, 'jpg', 'all-but-place', source);
      const tags = await tagsOf(bytes);
      const kept = [
        'Make',
        'Model',
        'ExposureTime',
        'FNumber',
        'ISO',
        'DateTimeOriginal',
        'FocalLength',
        'LensModel',
        'ExposureCompensation',
        'Artist',
      ];
      for (const tag of kept) expect([tag, tags[tag]]).toEqual([tag, before[tag]]);
      expect(Object.keys(tags).some((tag) => tag.startsWith('GPS'))).toBe(false);
      expect(((await findExif(bytes)) ?? new Uint8Array(0)).length).toBeLessThan(3000);
      const { xmp, iptc } = await sharp(bytes).metadata();
      expect(iptc).toBeUndefined();
      // ExifTool 12.57 lists a rating of 5 stars in the Nikon's XMP, and some hundred settings that stay behind.
      const properties = [...(xmp?.toString() ?? '').matchAll(/<((?:dc|xmp):\w+)>(\d*)/g)].map(([, ...found]) => found);
      expect(properties).toEqual(name === 'photo-10mp-nikon-d80' ? [['xmp:Rating', '5']] : []);
    },
  );
});
