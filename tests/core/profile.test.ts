import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { foreignProfile } from '#core/image/codecs/profile.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { bmpFile } from './bmps.ts';

const platform = createNodePlatform({ threads: 0 });
afterAll(() => platform.close());

/** Four pixels of one colour at four alphas, as a file with a profile. */
async function profiled(
  profile: 'p3' | 'srgb',
  format: 'png' | 'webp',
  background: { r: number; g: number; b: number },
) {
  const alphas = [255, 128, 1, 0];
  const data = Buffer.from(alphas.flatMap((alpha) => [background.r, background.g, background.b, alpha]));
  const picture = sharp(data, { raw: { width: 4, height: 1, channels: 4 } }).withIccProfile(profile);
  const file = format === 'png' ? picture.png() : picture.webp({ lossless: true, exact: true });
  return new Uint8Array(await file.toBuffer());
}

const decode = async (bytes: Uint8Array<ArrayBuffer>) =>
  (await decodeImage(fileFromBytes('picture', bytes), { platform })).raster;

describe('embedded profiles', () => {
  it.each(['png', 'webp'] as const)('brings Display P3 back to sRGB in %s, alpha untouched', async (format) => {
    // sharp has turned the colour into Display P3's numbers, which are others than sRGB's.
    const bytes = await profiled('p3', format, { r: 200, g: 60, b: 40 });
    expect(foreignProfile(bytes, format)).toBeInstanceOf(Uint8Array);
    const { data } = await decode(bytes);
    expect([3, 7, 11, 15].map((at) => data[at])).toEqual([255, 128, 1, 0]);
    for (const pixel of [0, 4, 8])
      for (const [channel, value] of [200, 60, 40].entries())
        expect(Math.abs((data[pixel + channel] as number) - value)).toBeLessThanOrEqual(3);
  });

  it('brings Display P3 back to sRGB in BMP, alpha untouched', async () => {
    const png = await profiled('p3', 'png', { r: 200, g: 60, b: 40 });
    const [red = 0, green = 0, blue = 0] = await sharp(png).keepIccProfile().raw().toBuffer();
    const { icc } = await sharp(png).metadata();
    const alphas = [255, 128, 1, 0];
    const bytes = bmpFile({
      width: 4,
      height: 1,
      header: 124,
      bits: 32,
      masks: [0xff0000, 0xff00, 0xff, 0xff000000],
      pixel: (x) => (((alphas[x] as number) << 24) | (red << 16) | (green << 8) | blue) >>> 0,
      profile: icc as Uint8Array,
    });
    expect(foreignProfile(bytes, 'bmp')).toHaveLength(icc?.length ?? 0);
    const { data } = await decode(bytes);
    expect([3, 7, 11, 15].map((at) => data[at])).toEqual(alphas);
    for (const [channel, value] of [200, 60, 40].entries())
      expect(Math.abs((data[channel] as number) - value)).toBeLessThanOrEqual(3);
    expect(Math.abs(red - 200)).toBeGreaterThan(3);
  });

  it('takes an sRGB profile for what it is, to the bit', async () => {
    const bytes = await profiled('srgb', 'png', { r: 201, g: 62, b: 43 });
    expect(foreignProfile(bytes, 'png')).toBe(undefined);
    expect([...(await decode(bytes)).data.slice(0, 8)]).toEqual([201, 62, 43, 255, 201, 62, 43, 128]);
  });

  it('opens a picture whose profile is damaged as if it had none', async () => {
    const bytes = await profiled('p3', 'png', { r: 200, g: 60, b: 40 });
    const stored = await sharp(bytes).keepIccProfile().raw().toBuffer();
    const at = Buffer.from(bytes).indexOf('iCCP');
    bytes.fill(0, at + 12, at + 60);
    expect(foreignProfile(bytes, 'png')).toBe(undefined);
    expect([...(await decode(bytes)).data]).toEqual([...stored]);
  });
});
