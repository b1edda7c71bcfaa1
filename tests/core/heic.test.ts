import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { joinBytes, uint32 } from '#core/base/bytes.ts';
import type { FailOn } from '#core/base/damage.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { MAX_HEIC_TILES } from '#core/base/limits.ts';
import type { Raster } from '#core/base/raster.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { convertPixels } from '#core/image/color/color-conversion.ts';
import { conversionOf, nclxSpace } from '#core/image/color/nclx.ts';
import { readImageHeader, sniffImage } from '#core/image/formats/registry.ts';
import { inspectFile } from '#core/inspect/inspect.ts';
import { writeAnimationOf } from '#core/recipes/animate.ts';
import { firstOf } from '../deep.ts';
import { Random } from '../fuzz/random.ts';
import { idle, platform } from '../inline-platform.ts';
import {
  type AvifItem,
  alphaType,
  clap,
  hevcAlphaType,
  icc,
  imir,
  irot,
  isoBox,
  itemsOf,
  makeAvif,
  nclx,
  withProperties,
} from './avifs.ts';
import {
  configOf,
  decodeItemByFfmpeg,
  gridItem,
  heicItem,
  makeHeic,
  rawSamplesByFfmpeg,
  readHeic,
  unitsOf,
  withStatedSize,
  withUnits,
} from './heics.ts';
import { withPngProfile } from './icc.ts';
import { memorySink } from './memory-sink.ts';
import { farthest } from './test-images.ts';

const decode = async (bytes: Uint8Array<ArrayBuffer>, on = platform) =>
  (await decodeImage(fileFromBytes('a.heic', bytes.slice()), { platform: on })).raster;

const decodeIdle = (bytes: Uint8Array<ArrayBuffer>) => decode(bytes, idle);

const damaged = { code: 'imageLoad', data: { reason: 'damaged' } };

const channel = ({ data }: Raster, index: number) => data.filter((_, at) => at % 4 === index);

/** Changes a raster by sharp. Returns straight RGBA. */
async function bySharp({ width, height, data }: Raster, change: (image: Sharp) => Sharp) {
  const image = sharp(new Uint8Array(data), { raw: { width, height, channels: 4 } });
  const result = await change(image).raw().toBuffer({ resolveWithObject: true });
  return { width: result.info.width, height: result.info.height, data: new Uint8ClampedArray(result.data) };
}

describe('the format of a HEIC', () => {
  const branded = ([own = '', ...others]: readonly string[]) =>
    isoBox('ftyp', Buffer.from(own), uint32(0), ...others.map((brand) => Buffer.from(brand)));

  it.each([
    [['heic', 'mif1', 'heic'], 'heic'],
    [['heix'], 'heic'],
    [['mif1', 'mif1', 'heic'], 'heic'],
    [['msf1', 'hevc'], 'heic'],
    [['mif2', 'heic'], 'heic'],
    [['miaf', 'mif1', 'avif'], 'avif'],
    [['MA1A', 'avif'], 'avif'],
    [['mif1', 'mif1', 'avif', 'miaf'], 'avif'],
    [['avif', 'mif1'], 'avif'],
    [['isom', 'avc1'], undefined],
  ] as const)('is identified by its brands: %j', (brands, format) => {
    expect(sniffImage(branded(brands))).toBe(format);
  });

  it('is AVIF if the file contains AVIF under the generic HEIF brand', async () => {
    const avif = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#204080' } })
      .avif()
      .toBuffer();
    const renamed = new Uint8Array(avif);
    renamed.set(Buffer.from('mif1'), 8);
    const raster = await decode(renamed);
    expect([readImageHeader(renamed)?.format, raster.width, raster.height]).toEqual(['avif', 40, 30]);
    for (const [index, value] of [0x20, 0x40, 0x80].entries())
      expect(Math.abs((raster.data[index] as number) - value)).toBeLessThan(5);
  });

  it('is named if the file has no still image: a sequence or a minimized image', async () => {
    const movie = isoBox('moov', new Uint8Array(8));
    const files = [
      [branded(['msf1', 'hevc']), movie, 'HEIF sequence'],
      [branded(['hevc', 'msf1']), movie, 'HEIF sequence'],
      [branded(['mif3', 'avif']), isoBox('mini', new Uint8Array(8)), 'HEIF (mini)'],
    ] as const;
    for (const [head, content, format] of files) {
      const file = () => fileFromBytes('a.heic', joinBytes(head, content));
      const expected = { code: 'imageFormat', data: { format } };
      await expect(decodeImage(file(), { platform })).rejects.toMatchObject(expected);
      await expect(inspectFile(file())).rejects.toMatchObject(expected);
    }
  });

  it('is read under the brand mif2, and without the box pitm', async () => {
    const expected = await decode(readHeic('color'));
    for (const options of [
      { brand: 'mif2', brands: 'mif2mif1heic' },
      { brand: 'heic', isPrimaryStated: false },
    ])
      expect(await decode(makeAvif([heicItem('color')], [], options))).toEqual(expected);
  });

  it('of a still image with a sequence reports that the sequence is not used', async () => {
    const samples = isoBox('stsz', uint32(0), uint32(0), uint32(3), new Uint8Array(12));
    const movie = ['stbl', 'minf', 'mdia', 'trak', 'moov'].reduce((inner, type) => isoBox(type, inner), samples);
    const bytes = joinBytes(makeAvif([heicItem('color')], [], { brand: 'hevc', brands: 'hevcheic' }), movie);
    const reported: unknown[] = [];
    const context = { platform, sink: memorySink(), onWarning: (each: unknown) => void reported.push(each) };
    await writeAnimationOf(fileFromBytes('a.heic', bytes), [], { format: 'png' }, context);
    expect(reported).toEqual([{ code: 'animationFirstFrame', data: { name: 'a.heic', frames: 3 } }]);
    expect(await inspectFile(fileFromBytes('a.heic', bytes))).toMatchObject({ animated: true, frames: 3 });
  });

  it('is shown with its size, bit depth, channels and alpha', async () => {
    const inspect = async (name: string) => inspectFile(fileFromBytes(`${name}.heic`, readHeic(name)));
    expect(await inspect('ten-bits')).toMatchObject({ format: 'heic', width: 96, height: 64, bitDepth: 10 });
    expect(await inspect('odd-size')).toMatchObject({ width: 75, height: 69, bitDepth: 8, channels: 3 });
    expect(await inspect('gray')).toMatchObject({ channels: 1 });
    expect(await inspect('alpha')).toMatchObject({ channels: 4 });
  });
});

describe('the decoded pixels of a HEIC', () => {
  it.each([
    ['color', 'yuv420p', 1],
    ['odd-size', 'yuv420p', 1],
    ['thumbnail', 'yuv420p', 1],
    ['ten-bits', 'yuv420p10', 1],
    ['twelve-bits', 'yuv420p12', 1],
    ['gray', 'gray', 0],
    ['slices', 'yuv420p', 1],
    ['chroma-444', 'yuv444p', 1],
    ['lossless', 'yuv444p', 1],
  ] as const)('of the fixture %s equal those of FFmpeg in %s, within %i', async (name, layout, most) => {
    const raster = await decode(readHeic(name));
    const expected = decodeItemByFfmpeg(heicItem(name), layout, raster.width, raster.height);
    const color = raster.data.filter((_, at) => at % 4 !== 3);
    expect(farthest(color, expected)).toBeLessThanOrEqual(most);
    expect(new Set(channel(raster, 3))).toEqual(new Set([255]));
  });

  it('have the alpha of the auxiliary image', async () => {
    const raster = await decode(readHeic('alpha'));
    const [main, alpha] = itemsOf(readHeic('alpha')) as [AvifItem, AvifItem];
    const expected = decodeItemByFfmpeg(alpha, 'gray', 96, 64).filter((_, at) => at % 3 === 0);
    expect(farthest(channel(raster, 3), expected)).toBe(0);
    expect(new Set(channel(raster, 3)).size).toBeGreaterThan(50);
    // The URNs of AVIF and of HEVC both declare the auxiliary image to be alpha.
    for (const type of [alphaType, hevcAlphaType]) {
      const bytes = makeHeic([main, withProperties(alpha, type)], [['auxl', 2, 1]]);
      expect(readImageHeader(bytes)?.mayHaveAlpha).toBe(true);
      expect(await decode(bytes)).toEqual(raster);
    }
  });

  it('ignore other auxiliary images', async () => {
    const [main, alpha] = itemsOf(readHeic('alpha')) as [AvifItem, AvifItem];
    const depth = { box: isoBox('auxC', uint32(0), Buffer.from('urn:mpeg:hevc:2015:auxid:2\0')) };
    const bytes = makeHeic([main, withProperties(alpha, depth)], [['auxl', 2, 1]]);
    expect(readImageHeader(bytes)?.mayHaveAlpha).toBe(false);
    expect(new Set(channel(await decode(bytes), 3))).toEqual(new Set([255]));
  });

  it('are divided by alpha if the file states premultiplied alpha', async () => {
    const [straight, premultiplied] = await Promise.all([decode(readHeic('alpha')), decode(readHeic('premultiplied'))]);
    expect(channel(premultiplied, 3)).toEqual(channel(straight, 3));
    const expected = straight.data.map((value, at) => {
      const alpha = straight.data[at | 3] as number;
      return at % 4 === 3 || alpha === 0 ? value : Math.round((value * 255) / alpha);
    });
    expect(premultiplied.data).toEqual(expected);
  });

  it('are nearly the same in a ten-bit and an eight-bit file of the same drawing', async () => {
    const [ten, eight] = await Promise.all([decode(readHeic('ten-bits')), decode(readHeic('color'))]);
    expect(farthest(ten.data, eight.data)).toBeLessThanOrEqual(10);
  });
});

describe('the transformations of a HEIC', () => {
  it.each([0, 1, 2, 3].flatMap((angle) => [undefined, 0, 1].map((axis) => [angle, axis] as const)))(
    'rotate by irot %i and mirror by imir %s',
    async (angle, axis) => {
      const plain = await decode(readHeic('lossless'));
      const item = withProperties(heicItem('lossless'), irot(angle), ...(axis === undefined ? [] : [imir(axis)]));
      const expected = await bySharp(plain, (image) => image.rotate((360 - 90 * angle) % 360));
      const mirrored = await bySharp(expected, (image) =>
        axis === 0 ? image.flip() : axis === 1 ? image.flop() : image,
      );
      expect(await decode(makeHeic([item]))).toEqual(mirrored);
    },
  );

  // Each order as sharp's own operations, one after another. heif-convert 1.15.1 gives the same for a mirrored, turned file.
  const orders = ['imir irot', 'clap imir irot', 'irot clap imir', 'imir irot clap', 'irot imir clap'];
  it.each(orders)('apply in the order of their association: %s', async (listedNames) => {
    const order = listedNames.split(' ');
    const properties = { imir: imir(1), irot: irot(1), clap: clap(30, 1, 20, 1, 4, 1, -3 >>> 0, 1) };
    let expected = await decode(readHeic('lossless'));
    for (const name of order) {
      const { width, height } = expected;
      const at = { left: (width - 30) / 2 + 4, top: (height - 20) / 2 - 3, width: 30, height: 20 };
      expected = await bySharp(expected, (image) =>
        name === 'imir' ? image.flop() : name === 'irot' ? image.rotate(270) : image.extract(at),
      );
    }
    const listed = order.map((name) => properties[name as keyof typeof properties]);
    expect(await decode(makeHeic([withProperties(heicItem('lossless'), ...listed)]))).toEqual(expected);
  });

  it('crop by clap', async () => {
    const plain = await decode(readHeic('lossless'));
    // A crop of 40 × 30 px. Its center is 5 px right of and 3 px above the image's center.
    const item = withProperties(heicItem('lossless'), clap(40, 1, 30, 1, 5, 1, -3 >>> 0, 1));
    const bytes = makeHeic([item]);
    const expected = await bySharp(plain, (image) => image.extract({ left: 33, top: 14, width: 40, height: 30 }));
    expect(await decode(bytes)).toEqual(expected);
    expect(readImageHeader(bytes)).toMatchObject({ width: 40, height: 30 });
  });
});

describe('a HEIC grid of tiles', () => {
  const [light, dark] = [heicItem('tile'), heicItem('dark-tile')];

  it('is assembled in the order of its references, and cropped', async () => {
    const bytes = makeHeic(
      [gridItem(2, 3, 170, 100), light, light, light, dark, dark, dark],
      [['dimg', 1, 5, 2, 6, 3, 4, 7]],
    );
    const [lightTile, darkTile] = await Promise.all([decode(readHeic('tile')), decode(readHeic('dark-tile'))]);
    const part = ({ data }: Raster) => ({
      input: Buffer.from(data),
      raw: { width: 64, height: 64, channels: 4 } as const,
    });
    const tiles = [darkTile, lightTile, darkTile, lightTile, lightTile, darkTile];
    const whole = await sharp({ create: { width: 192, height: 128, channels: 4, background: '#000' } })
      .composite(tiles.map((tile, at) => ({ ...part(tile), left: 64 * (at % 3), top: 64 * Math.floor(at / 3) })))
      .raw()
      .toBuffer();
    const expected = await bySharp({ width: 192, height: 128, data: new Uint8ClampedArray(whole) }, (image) =>
      image.extract({ left: 0, top: 0, width: 170, height: 100 }),
    );
    expect(await decode(bytes)).toEqual(expected);
    expect(readImageHeader(bytes)).toMatchObject({ width: 170, height: 100, bitDepth: 8, channels: 3 });
  });

  it('may have hundreds of tiles, as in phone photos', async () => {
    const tiles = Array.from({ length: 192 }, (_, index) => index + 2);
    const raster = await decode(
      makeHeic([gridItem(12, 16, 1024, 768), ...tiles.map(() => dark)], [['dimg', 1, ...tiles]]),
    );
    expect([raster.width, raster.height]).toEqual([1024, 768]);
    const tile = await decode(readHeic('dark-tile'));
    expect([...raster.data.subarray(-4)]).toEqual([...tile.data.subarray(-4)]);
  });
});

describe('the color of a HEIC', () => {
  it('is converted from its ICC profile', async () => {
    const plain = await decode(readHeic('lossless'));
    const { width, height, data } = plain;
    const png = await sharp(new Uint8Array(data), { raw: { width, height, channels: 4 } })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const profile = (await sharp(png).metadata()).icc as Buffer;
    const raster = await decode(makeHeic([withProperties(heicItem('lossless'), icc(profile))]));
    const expected = await bySharp(plain, (image) => image.removeAlpha());
    const reference = await sharp(new Uint8Array(expected.data), { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
    const inSrgb = await sharp(withPngProfile(reference, profile)).toColourspace('srgb').removeAlpha().raw().toBuffer();
    expect(
      farthest(
        raster.data.filter((_, at) => at % 4 !== 3),
        inSrgb,
      ),
    ).toBeLessThanOrEqual(2);
    expect(farthest(raster.data, data)).toBeGreaterThan(20);
  });

  it('is converted from its CICP code points', async () => {
    const coded = (primaries: number) =>
      makeHeic([withProperties(heicItem('chroma-444'), nclx(primaries, 13, 6, true))]);
    // CICP code points of BT.709, whose primaries equal sRGB's, and of Display P3 (12).
    const plain = await decode(coded(1));
    const space = nclxSpace(12, 13);
    const conversion = space && conversionOf(space);
    if (!conversion) throw new Error('No such color space');
    const expected = convertPixels({ ...plain, data: plain.data.slice(), conversion });
    expect(await decode(coded(12))).toEqual(expected);
    expect(farthest(expected.data, plain.data)).toBeGreaterThan(20);
  });
});

describe('a HEIC whose bitstream is damaged', () => {
  const open = async (bytes: Uint8Array<ArrayBuffer>, failOn?: FailOn) => {
    const warnings: string[] = [];
    const onWarning = ({ code }: { readonly code: string }) => void warnings.push(code);
    const { raster } = await decodeImage(fileFromBytes('a.heic', bytes.slice()), { platform, failOn, onWarning });
    return { raster, warnings };
  };
  const names = ['color', 'lossless', 'gray', 'ten-bits', 'odd-size', 'chroma-422'] as const;

  it.each(names.flatMap((name) => firstOf([0.6, 0.3, 0.95]).map((part) => [name, part] as const)))(
    'opens with a warning if the fixture %s ends after the fraction %d of its data',
    async (name, part) => {
      const item = heicItem(name);
      const [unit] = unitsOf(item) as [Uint8Array];
      const cut = makeHeic([withUnits(item, [unit.subarray(0, unit.length * part)])]);
      const { raster, warnings } = await open(cut);
      expect(warnings).toEqual(['imageDamaged']);
      expect(farthest(raster.data, (await decode(readHeic(name))).data)).toBeGreaterThan(10);
      expect((await open(cut, 'none')).warnings).toEqual(['imageDamaged']);
      await expect(open(cut, 'error')).rejects.toMatchObject(damaged);
    },
  );

  it('opens with a warning, or not at all, after most flips of a single bit', async () => {
    const random = new Random(41);
    const flips = Array.from({ length: 48 }, async (_, index) => {
      const item = heicItem(names[index % names.length] as string);
      const [unit] = unitsOf(item) as [Uint8Array];
      const changed = unit.slice();
      // Flips no bits of the headers, because some of those have no effect on an intra image.
      const bit = random.between(12 * 8, unit.length * 8 - 1);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      const warnings = await open(makeHeic([withUnits(item, [changed])])).then((opened) => opened.warnings, () => ['refused']); // biome-ignore format: one call
      return warnings.length;
    });
    expect((await Promise.all(flips)).filter((count) => count > 0).length).toBeGreaterThanOrEqual(45);
  });

  it('opens with a warning if an alpha plane or a tile is damaged', async () => {
    const [main, alpha] = itemsOf(readHeic('alpha')) as [AvifItem, AvifItem];
    const cutOf = (item: AvifItem) =>
      withUnits(item, unitsOf(item).map((unit) => unit.subarray(0, unit.length >> 1))); // biome-ignore format: one item
    const translucent = makeHeic([main, cutOf(alpha)], [['auxl', 2, 1]]);
    expect((await open(translucent)).warnings).toEqual(['imageDamaged']);
    const tile = heicItem('tile');
    const grid = makeHeic([gridItem(1, 3, 192, 64), tile, cutOf(tile), tile], [['dimg', 1, 2, 3, 4]]);
    const { raster, warnings } = await open(grid);
    expect(warnings).toEqual(['imageDamaged']);
    // The pixels of the undamaged tiles are unchanged.
    const whole = await decode(makeHeic([gridItem(1, 3, 192, 64), tile, tile, tile], [['dimg', 1, 2, 3, 4]]));
    const column = (data: Uint8ClampedArray, left: number) => data.filter((_, at) => (at >> 2) % 192 >= left);
    expect(column(raster.data, 128)).toEqual(column(whole.data, 128));
  });

  it('opens with a warning if its samples differ from their checksum', async () => {
    const item = heicItem('lossless');
    const samples = rawSamplesByFfmpeg(item);
    const sums = [0, 1, 2].map((plane) =>
      createHash('md5').update(samples.subarray((plane * samples.length) / 3, ((plane + 1) * samples.length) / 3)).digest(),
    ); // biome-ignore format: one sum a plane
    /** A suffix SEI message that contains the MD5 of each plane (ITU-T H.265, D.3.19). */
    const message = (sum: Uint8Array) => joinBytes([80, 1, 132, 49, 0], ...sums.with(0, Buffer.from(sum)), [128]);
    const marked = (sum: Uint8Array) => makeHeic([withUnits(item, [...unitsOf(item), message(sum)])]);
    expect((await open(marked(sums[0] as Buffer))).warnings).toEqual([]);
    expect((await open(marked(sums[1] as Buffer))).warnings).toEqual(['imageDamaged']);
  });
});

describe('a HEIC that cannot be read', () => {
  it('is refused before decoding if it has 10,000 tiles', async () => {
    const tile = heicItem('tile');
    const many = gridItem(100, 100, 6400, 6400);
    await expect(
      decodeIdle(makeHeic([many, tile], [['dimg', 1, ...Array.from({ length: 10_000 }, () => 2)]])),
    ).rejects.toMatchObject(damaged);
    const tiles = Array.from({ length: MAX_HEIC_TILES + 100 }, () => 2);
    await expect(
      decodeIdle(makeHeic([gridItem(21, 100, 6400, 1344), tile], [['dimg', 1, ...tiles]])),
    ).rejects.toMatchObject(damaged);
  });

  it('is refused before decoding if an alpha plane has an alpha plane, or is the image itself', async () => {
    const [main, alpha] = itemsOf(readHeic('alpha')) as [AvifItem, AvifItem];
    const nested = makeHeic([main, alpha, alpha, alpha], [['auxl', 2, 1], ['auxl', 3, 2], ['auxl', 4, 3]]); // biome-ignore format: references
    await expect(decodeIdle(nested)).rejects.toMatchObject(damaged);
    const circle = makeHeic([withProperties(main, alphaType), alpha], [['auxl', 2, 1], ['auxl', 1, 2]]); // biome-ignore format: references
    await expect(decodeIdle(circle)).rejects.toMatchObject(damaged);
    const several = makeHeic([main, alpha, alpha], [['auxl', 2, 1], ['auxl', 3, 1]]); // biome-ignore format: references
    await expect(decodeIdle(several)).rejects.toMatchObject(damaged);
  });

  it('is refused before decoding if its stated size exceeds a limit or differs from its bitstream', async () => {
    const large = withStatedSize(heicItem('tile'), 12_000, 9000);
    await expect(decodeIdle(makeHeic([large]))).rejects.toMatchObject({ code: 'imageTooLarge' });
    const long = withStatedSize(heicItem('tile'), 40_000, 10);
    await expect(decodeIdle(makeHeic([long]))).rejects.toMatchObject({ code: 'imageTooLong' });
    for (const [width, height] of [[128, 64], [64, 65], [8, 64]] as const) // biome-ignore format: sizes
      await expect(decodeIdle(makeHeic([withStatedSize(heicItem('lossless'), width, height)]))).rejects.toMatchObject(
        damaged,
      );
    // Four tiles of 64 × 64 px are too few for a grid of 100 megapixels.
    const tiles = Array.from({ length: 4 }, () => 2);
    const sparse = makeHeic([gridItem(2, 2, 10_000, 10_000), heicItem('tile')], [['dimg', 1, ...tiles]]);
    await expect(decodeIdle(sparse)).rejects.toMatchObject(damaged);
  });

  it('is refused before decoding if its bitstream contains another sequence parameter set', async () => {
    const item = heicItem('tile');
    const other = spsOf(heicItem('lossless'));
    const swapped = joinBytes(uint32(other.length), other, item.payload);
    await expect(decodeIdle(makeHeic([{ ...item, payload: swapped }]))).rejects.toMatchObject(damaged);
  });

  it('is refused if it is truncated', async () => {
    const bytes = readHeic('color');
    await expect(decodeIdle(bytes.slice(0, -1))).rejects.toMatchObject({
      code: 'imageLoad',
      data: { reason: 'truncated' },
    });
    await expect(decodeIdle(bytes.slice(0, 300))).rejects.toMatchObject(damaged);
  });

  it('is refused if it contains no coded picture', async () => {
    const item = heicItem('color');
    const payload = joinBytes(uint32(4), uint32(0));
    await expect(decode(makeHeic([{ ...item, payload }]))).rejects.toMatchObject(damaged);
    const cut = joinBytes(uint32(item.payload.length), item.payload.subarray(4));
    await expect(decodeIdle(makeHeic([{ ...item, payload: cut }]))).rejects.toMatchObject(damaged);
  });

  it.each(['iovl', 'iden', 'jpeg', 'av01', 'unci'])('is refused if its image type is unsupported: %s', async (type) => {
    const item = { ...heicItem('tile'), type };
    await expect(decodeIdle(makeHeic([item]))).rejects.toMatchObject({
      code: 'imageFormat',
      data: { format: `HEIC (${type})` },
    });
  });

  it('is refused without a decoder configuration, and with a configuration that is cut off', async () => {
    const item = heicItem('tile');
    const others = item.properties.filter((each) => each !== configOf(item));
    await expect(decodeIdle(makeHeic([{ ...item, properties: others }]))).rejects.toMatchObject(damaged);
    const config = configOf(item).box;
    const short = { ...configOf(item), box: joinBytes(uint32(60), config.subarray(4, 60)) };
    await expect(decodeIdle(makeHeic([{ ...item, properties: [...others, short] }]))).rejects.toMatchObject(damaged);
  });

  it.each([
    ['scaling-lists', '4:4:4 with scaling lists'],
    ['coarse-chroma', 'coarse chroma'],
  ])(
    'is refused before decoding with an error that names the format if libde265 decodes it to wrong chroma: %s',
    async (name, feature) => {
      await expect(decodeIdle(readHeic(name))).rejects.toMatchObject({
        code: 'imageFormat',
        data: { format: `HEIC (${feature})` },
      });
    },
  );
});

/** Returns the first sequence parameter set of a HEIC's decoder configuration. */
function spsOf(item: AvifItem): Uint8Array {
  const box = configOf(item).box;
  for (let at = 8 + 23; at < box.length; ) {
    const type = (box[at] as number) & 63;
    const size = ((box[at + 3] as number) << 8) | (box[at + 4] as number);
    if (type === 33) return box.slice(at + 5, at + 5 + size);
    at += 5 + size;
  }
  throw new Error('No sequence parameter set');
}
