import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { readImageHeader, sniffPicture } from '#core/image/codecs/header.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { numberedRaster } from './pictures.ts';

const platform = createNodePlatform();
const decode = (bytes: Uint8Array<ArrayBuffer>, on = platform) =>
  decodeImage(fileFromBytes('a.bin', bytes), { platform: on });

describe('HEIC', () => {
  const big32 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
  const box = (type: string, ...content: readonly (readonly number[])[]): number[] => {
    const body: number[] = [...Buffer.from(type, 'latin1'), ...content.flat()];
    return [...big32(body.length + 4), ...body];
  };
  /** Returns a file with these brands, tiles and their grid. */
  const heif = (brands: readonly string[], width = 4032, height = 3024) => {
    const [own = [], ...others] = brands.map((brand) => [...Buffer.from(brand, 'latin1')]);
    const sizes = [[512, 512], [width, height]].map(([w = 0, h = 0]) => box('ispe', big32(0), big32(w), big32(h))); // biome-ignore format: sizes
    const meta = box('meta', big32(0), box('iprp', box('ipco', ...sizes)));
    return Uint8Array.from([...box('ftyp', own, big32(0), ...others), ...meta, ...box('mdat', big32(7))]);
  };
  /** Returns a platform that decodes HEIC, as Safari does, to an image of this size. */
  const able = (width: number, height: number) => {
    const types: string[] = [];
    const images = {
      ...platform.images,
      decode: async (_: Uint8Array, type: string) => {
        types.push(type);
        return { ...numberedRaster(1, 1), width, height };
      },
    };
    return { types, platform: { ...platform, images } as typeof platform };
  };

  it.each([
    [['heic', 'mif1', 'heic'], 'heic'],
    [['heix'], 'heic'],
    [['mif1', 'mif1', 'heic'], 'heic'],
    [['msf1', 'hevc'], 'heic'],
    [['mif1', 'mif1', 'avif', 'miaf'], 'avif'],
    [['avif', 'mif1'], 'avif'],
    [['isom', 'avc1'], undefined],
  ] as const)('is identified by its brands: %j', (brands, format) => {
    const bytes = heif(brands);
    expect(sniffPicture(bytes)).toBe(format);
    // An AVIF needs a primary item, which this file lacks.
    if (format === 'heic') expect(readImageHeader(bytes)).toMatchObject({ format, width: 4032, height: 3024 });
  });

  it('AVIF under the generic HEIF brand opens as AVIF', async () => {
    const avif = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#204080' } })
      .avif()
      .toBuffer();
    const renamed = new Uint8Array(avif);
    renamed.set(Buffer.from('mif1'), 8);
    const { raster, header } = await decode(renamed);
    expect([header.format, raster.width, raster.height]).toEqual(['avif', 40, 30]);
    for (const [channel, value] of [0x20, 0x40, 0x80].entries())
      expect(Math.abs((raster.data[channel] as number) - value)).toBeLessThan(5);
  });

  it('is decoded by the platform, with its rotation and crop', async () => {
    const { types, platform: safari } = able(3024, 4032);
    const { raster, header } = await decode(heif(['heic']), safari);
    expect(types).toEqual(['image/heic']);
    expect([raster.width, raster.height, header.width, header.height]).toEqual([3024, 4032, 3024, 4032]);
  });

  it('is refused by name if the platform cannot decode it', async () => {
    await expect(decode(heif(['heic']))).rejects.toMatchObject({ code: 'imageFormat', data: { format: 'HEIC' } });
  });

  it('is refused by its size before and after decoding', async () => {
    const { types, platform: safari } = able(40_000, 9000);
    await expect(decode(heif(['heic'], 12_000, 9000), safari)).rejects.toMatchObject({ code: 'imageTooLarge' });
    expect(types).toEqual([]);
    await expect(decode(heif(['heic']), safari)).rejects.toMatchObject({ code: 'imageTooLarge' });
  });
});
