import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { letters, uint32 } from '#core/base/bytes.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { inspectFile } from '#core/inspect/inspect.ts';
import { fieldFolder, readField, samplesFolder } from '../samples.ts';

const image = () => sharp({ create: { width: 24, height: 16, channels: 3, background: '#2b4c7e' } });

const inspected = async (bytes: Uint8Array) => inspectFile(fileFromBytes('a.bin', new Uint8Array(bytes)));

/** Returns the details that sharp reads, under the names that `inspect` uses. */
async function bySharp(bytes: Uint8Array) {
  const { channels, exif, hasProfile, chromaSubsampling, isProgressive, pages, loop } = await sharp(bytes, {
    limitInputPixels: false,
  }).metadata();
  return {
    exif: exif !== undefined,
    colorProfile: hasProfile,
    progressive: isProgressive,
    ...(chromaSubsampling?.length === 5 && channels === 3 && { chromaSubsampling }),
    ...(pages !== undefined && pages > 1 && { frames: pages, loop }),
  };
}

describe('inspect reads the details that sharp reads', () => {
  const cases: readonly (readonly [string, (image: Sharp) => Sharp])[] = [
    ['JPG, 4:2:0', (image) => image.jpeg()],
    ['JPG, 4:4:4, progressive', (image) => image.jpeg({ chromaSubsampling: '4:4:4', progressive: true })],
    ['grayscale JPG', (image) => image.grayscale().jpeg()],
    ['JPG with Exif', (image) => image.withExif({ IFD0: { Artist: 'A. Poet' } }).jpeg()],
    ['JPG with Display P3', (image) => image.withIccProfile('p3').jpeg()],
    ['PNG', (image) => image.png()],
    ['interlaced PNG with Exif', (image) => image.withExif({ IFD0: { Artist: 'A. Poet' } }).png({ progressive: true })],
    ['WebP with Exif', (image) => image.withExif({ IFD0: { Artist: 'A. Poet' } }).webp()],
    ['AVIF, 4:2:0', (image) => image.avif({ chromaSubsampling: '4:2:0', effort: 0 })],
    ['AVIF, 4:4:4, with Exif', (image) => image.withExif({ IFD0: { Artist: 'A. Poet' } }).avif({ effort: 0 })],
    ['GIF', (image) => image.gif({ progressive: true })],
  ];
  it.each(cases)('%s', async (_, write) => {
    const bytes = await write(image()).toBuffer();
    expect(await inspected(bytes)).toMatchObject(await bySharp(bytes));
  });

  it.each([
    ['plays forever', 0],
    ['plays once', 1],
    ['plays three times', 3],
  ])('of an animation that %s', async (_, loop) => {
    const frames = await Promise.all(
      ['red', 'lime', 'blue'].map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    for (const format of ['gif', 'webp'] as const) {
      const bytes = await sharp(frames, { join: { animated: true } })
        .toFormat(format, { loop })
        .toBuffer();
      const expected = await bySharp(bytes);
      expect(expected).toMatchObject({ frames: 3, loop });
      expect(await inspected(bytes)).toMatchObject({ ...expected, animated: true });
    }
  });

  const folder = samplesFolder && join(samplesFolder, 'images');
  it.skipIf(!folder)('of the sample files', async () => {
    let count = 0;
    for (const name of readdirSync(folder as string)) {
      const bytes = readFileSync(join(folder as string, name));
      const expected = await bySharp(bytes);
      expect([name, await inspected(bytes)]).toMatchObject([name, expected]);
      count++;
    }
    expect(count).toBeGreaterThan(20);
  });
});

describe('the color profile', () => {
  it('is reported with its name, and with whether its colors are sRGB', async () => {
    const named = async (write: (image: Sharp) => Sharp) => {
      const { profileName, srgb } = await inspected(await write(image()).toBuffer());
      return [profileName, srgb];
    };
    expect(await named((image) => image.withIccProfile('p3').jpeg())).toEqual(['sP3C', false]);
    expect(await named((image) => image.withIccProfile('srgb').png())).toEqual(['sRGB', true]);
    expect(await named((image) => image.withIccProfile('cmyk').toColorspace('cmyk').jpeg())).toEqual([
      'Chemical proof',
      false,
    ]);
    expect(await named((image) => image.webp())).toEqual([undefined, true]);
  });
});

/** Adds Exif with the Eiffel Tower’s coordinates, optionally with south or west instead. */
const withPlace = (image: Sharp, latitudeRef = 'N', longitudeRef = 'E') =>
  image.withExif({
    IFD3: {
      GPSLatitudeRef: latitudeRef,
      GPSLatitude: '48/1 51/1 2940/100',
      GPSLongitudeRef: longitudeRef,
      GPSLongitude: '2/1 17/1 4020/100',
    },
  });

describe('the location in an image’s metadata', () => {
  const place = { gps: true, exif: true, latitude: 48.858167, longitude: 2.2945 };

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('is read from %s', async (format) => {
    const bytes = await withPlace(image()).toFormat(format).toBuffer();
    expect(await inspected(bytes)).toMatchObject(place);
    const without = await image()
      .withExif({ IFD0: { Artist: 'A. Poet' } })
      .toFormat(format)
      .toBuffer();
    expect(await inspected(without)).toMatchObject({ exif: true, gps: false });
    expect(await inspected(await image().toFormat(format).toBuffer())).toMatchObject({ exif: false, gps: false });
  });

  it('is negative in the south and the west', async () => {
    const bytes = await withPlace(image(), 'S', 'W').jpeg().toBuffer();
    expect(await inspected(bytes)).toMatchObject({ latitude: -place.latitude, longitude: -place.longitude });
  });

  it('is found in XMP, in PNG text, and in an image appended to a JPG', async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,51.49N"/></rdf:RDF></x:xmpmeta>`;
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const bytes = await image().withXmp(xmp).toFormat(format).toBuffer();
      expect(await inspected(bytes)).toMatchObject({ gps: true });
    }
    const hidden = Buffer.concat([await image().jpeg().toBuffer(), await withPlace(image()).jpeg().toBuffer()]);
    expect(await inspected(hidden)).toMatchObject(place);
  });

  it('is found in the text in which ImageMagick stores Exif', async () => {
    const exif = (await sharp(await withPlace(image()).jpeg().toBuffer()).metadata()).exif as Buffer;
    const digits = exif.toString('hex').replace(/.{72}/g, '$&\n');
    const content = Buffer.from(`Raw profile type exif\0\nexif\n    ${exif.length}\n${digits}\n`, 'latin1');
    const png = await image().png().toBuffer();
    expect(await inspected(withChunk(png, 'tEXt', content))).toMatchObject(place);
    const long = Buffer.concat([content, Buffer.alloc(1_000_000, '0')]);
    expect(await inspected(withChunk(png, 'tEXt', long))).toMatchObject(place);
  });

  it('is found in every raw profile of PNG text, compressed or not', async () => {
    const exif = (await sharp(await withPlace(image()).jpeg().toBuffer()).metadata()).exif as Buffer;
    const xmp = Buffer.from('<rdf:Description exif:GPSLatitude="48,51.49N"/>');
    const city = [...letters('8BIM'), 4, 4, 0, 0, ...uint32(11), 0x1c, 2, 90, 0, 6, ...letters('Kyoto!')];
    const png = await image().png().toBuffer();
    const cases = [
      ['exif', exif, 'Exif'],
      ['APP1', exif, 'Exif'],
      ['generic', exif, 'Exif'],
      ['exif', exif.subarray(6), 'Exif'],
      ['APP1', Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), xmp]), 'XMP'],
      ['xmp', xmp, 'XMP'],
      ['iptc', Buffer.from(city), 'IPTC'],
    ] as const;
    for (const [type, profile, kind] of cases) {
      const text = `\n${type.toLowerCase()}\n${profile.length}\n${profile.toString('hex').replace(/.{72}/g, '$&\n')}\n`;
      const head = Buffer.from(`Raw profile type ${type}\0`);
      const plain = withChunk(png, 'tEXt', Buffer.concat([head, Buffer.from(text)]));
      const packed = withChunk(png, 'zTXt', Buffer.concat([head, Buffer.from([0]), deflateSync(text)]));
      for (const bytes of [plain, packed])
        expect(await inspected(bytes), type).toMatchObject({ gps: true, locationIn: [kind], exif: kind === 'Exif' });
    }
  });

  it('is found in a video in the image file, as QuickTime, 3GPP and Apple write it', async () => {
    const box = (type: string, ...content: readonly (readonly number[])[]) => {
      const body = content.flat();
      return [...uint32(body.length + 8), ...letters(type), ...body];
    };
    const text = letters('+48.8582+002.2945+035.000/');
    const fixed = (degrees: number) => uint32(Math.round(degrees * 65_536));
    const videos = {
      quickTime: box('udta', box('\xa9xyz', [0, text.length, 0x15, 0xc7], text)),
      threeGpp: box(
        'udta',
        box('loci', [0, 0, 0, 0, 0x15, 0xc7, 0, 0], fixed(2.2945), fixed(48.8582), fixed(0), [0, 0]),
      ),
      apple: box(
        'meta',
        box('keys', uint32(0), uint32(1), box('mdta', letters('com.apple.quicktime.location.ISO6709'))),
        box('ilst', box('\0\0\0\x01', box('data', uint32(1), uint32(0), text))),
      ),
    };
    for (const boxes of Object.values(videos)) {
      const video = Buffer.from([...box('ftyp', letters('mp42'), uint32(0)), ...box('moov', boxes)]);
      for (const format of ['jpeg', 'png', 'webp', 'avif'] as const)
        expect(await inspected(Buffer.concat([await image().toFormat(format).toBuffer(), video]))).toMatchObject({
          gps: true,
          exif: false,
          locationIn: ['video'],
          latitude: expect.closeTo(48.8582, 4),
          longitude: expect.closeTo(2.2945, 4),
        });
    }
    const without = Buffer.from([...box('ftyp', letters('mp42'), uint32(0)), ...box('moov', box('udta'))]);
    const bytes = Buffer.concat([await image().jpeg().toBuffer(), without]);
    expect(await inspected(bytes)).toMatchObject({ gps: false });
  });

  it.skipIf(!fieldFolder)(
    'is found in a motion photo and in a raw profile of ExifTool (needs ../shared/field)',
    async () => {
      // Coordinates by ExifTool 12.57.
      const place = { gps: true, latitude: expect.closeTo(35.6, 4), longitude: expect.closeTo(139.7, 4) };
      expect(await inspected(readField('motion.jpg'))).toMatchObject({ ...place, locationIn: ['video'] });
      expect(await inspected(readField('gps-rawAPP1.png'))).toMatchObject({ ...place, locationIn: ['Exif'] });
    },
  );

  it('is absent if only a direction, a time or an empty value is stated', async () => {
    const withoutPlace: readonly Readonly<Record<string, string>>[] = [
      { GPSImgDirectionRef: 'T', GPSImgDirection: '90/1' },
      { GPSDateStamp: '2024:05:06', GPSTimeStamp: '7/1 8/1 9/1' },
      { GPSLatitudeRef: 'N', GPSLatitude: '0/0 0/0 0/0', GPSLongitudeRef: 'E', GPSLongitude: '0/0 0/0 0/0' },
    ];
    for (const tags of withoutPlace) {
      const bytes = await image().withExif({ IFD3: tags }).jpeg().toBuffer();
      expect(await inspected(bytes)).toMatchObject({ exif: true, gps: false });
    }
    for (const [property, gps] of [
      ['exif:GPSLatitude=""', false],
      ['exif:GPSImgDirection="90/1"', false],
      ['exif:GPSLatitudeRef="N"', false],
      ["exif:GPSLatitude = '48,51.49N'", true],
      ['drone-dji:GpsLatitude="+48.85"', true],
      ['photoshop:City="Kyoto"', true],
    ] as const) {
      const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description ${property}/></rdf:RDF></x:xmpmeta>`;
      expect(await inspected(await image().withXmp(xmp).jpeg().toBuffer()), property).toMatchObject({ gps });
    }
  });

  it('is absent if the GPS directory states only its version', async () => {
    const bytes = await image()
      .withExif({ IFD3: { GPSVersionID: '2 3 0 0' } })
      .jpeg()
      .toBuffer();
    expect(await inspected(bytes)).toMatchObject({ exif: true, gps: false });
  });
});

it('inspecting a cut-off file never fails, and omits details that are past the end', async () => {
  const bytes = await withPlace(image()).withIccProfile('p3').jpeg().toBuffer();
  for (let length = bytes.length - 1; length > 0; length -= 7)
    await inspected(bytes.subarray(0, length)).catch((error) => expect(error.code).toMatch(/^imageLoad$|^inspect/));
});

/** Inserts a chunk after IHDR, with a checksum of zero, which readers of ancillary text don’t verify. */
function withChunk(png: Buffer, type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([png.subarray(0, 33), head, content, Buffer.alloc(4), png.subarray(33)]);
}
