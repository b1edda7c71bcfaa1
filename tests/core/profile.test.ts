import { zlibSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { joinBytes, letters, riffChunk, uint16, uint32 } from '#core/base/bytes.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { foreignProfile } from '#core/image/color/icc-profile.ts';
import { pngChunk } from '#core/image/formats/png/png-chunks.ts';
import { joined, little32 } from '../growth/hostile.ts';
import { platform } from '../inline-platform.ts';
import { bmpFile } from './bmps.ts';
import { colorants, gamma, iccProfile, parametric, srgbCurve, srgbLinear, table } from './icc.ts';
import { farthest } from './test-images.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const decode = async (bytes: Uint8Array) =>
  (await decodeImage(fileFromBytes('image', Uint8Array.from(bytes)), { platform })).raster.data;

const SIDE = 32;

/** Colors at the corners of the color cube and between them, and a ramp of grays. */
const cube = Buffer.from(
  Array.from({ length: SIDE * SIDE }, (_, index) =>
    index < 729
      ? [index % 9, Math.floor(index / 9) % 9, Math.floor(index / 81)].map((step) => Math.min(255, step * 32))
      : [0, 0, 0].fill((index - 729) & 255),
  ).flat(),
);
const grays = Buffer.from(Array.from({ length: SIDE * SIDE }, (_, index) => index & 255));

const formats = ['png', 'jpeg', 'progressive jpeg', 'webp'] as const;
type Format = (typeof formats)[number];

/** Encodes the pixels unchanged in the format, together with a profile. */
async function withProfile(format: Format, pixels: Buffer, icc: Uint8Array): Promise<Bytes> {
  const channels = (pixels.length / SIDE ** 2) as 1 | 3 | 4;
  const raw = sharp(pixels, { raw: { width: SIDE, height: SIDE, channels } });
  const image = channels === 1 ? raw.toColourspace('b-w') : raw;
  if (format === 'png') {
    const png = await image.png().toBuffer();
    return joined(png.subarray(0, 33), pngChunk('iCCP', joined('p', [0, 0], zlibSync(icc))), png.subarray(33));
  }
  if (format === 'webp') {
    const webp = await image.webp({ lossless: true, exact: true }).toBuffer();
    const size = [SIDE - 1, 0, 0, SIDE - 1, 0, 0];
    const extended = riffChunk('VP8X', joined([0x20 | (channels === 4 ? 0x10 : 0), 0, 0, 0], size));
    const body = joined('WEBP', extended, riffChunk('ICCP', icc), webp.subarray(12));
    return joined('RIFF', little32(body.length), body);
  }
  const progressive = format !== 'jpeg';
  const jpeg = await image.jpeg({ quality: 100, chromaSubsampling: '4:4:4', progressive }).toBuffer();
  // Splits the profile of a JPEG into two chunks, and writes the second chunk first.
  const piece = (number: number, content: Uint8Array) => {
    const segment = joinBytes(letters('ICC_PROFILE\0'), [number, 2], content);
    return joined([0xff, 0xe2], uint16(segment.length + 2), segment);
  };
  return joined(jpeg.subarray(0, 2), piece(2, icc.subarray(200)), piece(1, icc.subarray(0, 200)), jpeg.subarray(2));
}

/** Returns the pixels of libvips, which converts profiles by LittleCMS. */
const reference = async (bytes: Uint8Array) => sharp(bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer();
const stored = async (bytes: Uint8Array) =>
  sharp(bytes, { ignoreIcc: true }).toColourspace('srgb').ensureAlpha().raw().toBuffer();

const otherProfiles: readonly (readonly [string, Uint8Array])[] = [
  ['Display P3', iccProfile({ curve: srgbCurve, colors: colorants.p3 })],
  ['Adobe RGB', iccProfile({ curve: gamma(2.2), colors: colorants.adobe })],
  ['ProPhoto RGB', iccProfile({ curve: gamma(1.8), colors: colorants.proPhoto })],
  [
    'ProPhoto RGB with a parametric curve',
    iccProfile({ curve: parametric(3, 1.8, 1, 0, 1 / 16, 1 / 32), colors: colorants.proPhoto }),
  ],
  [
    'Adobe RGB that is named sRGB',
    iccProfile({ curve: gamma(2.2), colors: colorants.adobe, name: 'sRGB IEC61966-2.1' }),
  ],
  [
    'sRGB with another curve',
    iccProfile({ curve: table(1024, (level) => level ** 1.8), colors: colorants.srgb, name: 'sRGB' }),
  ],
  ['sRGB without a curve', iccProfile({ curve: table(2, (level) => level), colors: colorants.srgb })],
];

const same: readonly (readonly [string, Uint8Array])[] = [
  ['parametric', iccProfile({ curve: srgbCurve, colors: colorants.srgb })],
  ['a table', iccProfile({ curve: table(1024, srgbLinear), colors: colorants.srgb })],
  [
    'a table, and another name',
    iccProfile({ curve: table(4096, srgbLinear), colors: colorants.srgb, name: 'Adobe RGB' }),
  ],
];

const grayProfiles: readonly (readonly [string, Uint8Array])[] = [
  ['gamma 1.8', iccProfile({ curve: gamma(1.8) })],
  ['gamma 2.2', iccProfile({ curve: gamma(2.2) })],
  ['dot gain', iccProfile({ curve: table(256, (level) => level ** 1.75 * 0.9 + 0.1 * level) })],
  ['lightness', iccProfile({ curve: gamma(1), connection: 'Lab ' })],
];

describe.each(formats)('color profiles in %s', (format) => {
  it.each(otherProfiles)('give the colors of LittleCMS: %s', async (_, icc) => {
    const bytes = await withProfile(format, cube, icc);
    const [ours, theirs] = [await decode(bytes), await reference(bytes)];
    expect(farthest(theirs, await stored(bytes))).toBeGreaterThan(10);
    expect(farthest(ours, theirs)).toBeLessThanOrEqual(2);
  });

  it.each(same)('of sRGB keep the pixels as stored: %s', async (_, icc) => {
    const bytes = await withProfile(format, cube, icc);
    expect(farthest(await decode(bytes), await stored(bytes))).toBe(0);
  });

  it.each(grayProfiles)('give the grays of LittleCMS: %s', async (_, icc) => {
    const bytes = await withProfile(format, grays, icc);
    const ours = await decode(bytes);
    expect(farthest(ours, await reference(bytes))).toBeLessThanOrEqual(2);
    // A WebP stores gray as RGB, to which a gray profile does not apply.
    if (format === 'webp') expect(farthest(ours, await stored(bytes))).toBe(0);
  });

  it('that are unreadable keep the pixels as stored', async () => {
    const [icc] = otherProfiles.map(([, profile]) => profile);
    // Damaged profiles: cut off, without the signature, and with a tag whose offset is outside the profile.
    for (const broken of [icc?.slice(0, 300), icc?.slice().fill(0, 36, 40), icc?.slice().fill(0x7f, 172, 176)]) {
      const bytes = await withProfile(format, cube, broken ?? new Uint8Array());
      expect(farthest(await decode(bytes), await stored(bytes))).toBe(0);
    }
  });
});

describe('color profiles in BMP', () => {
  it('convert from Display P3, and keep alpha', async () => {
    const bytes = bmpFile({
      width: 4,
      height: 1,
      header: 124,
      bits: 32,
      masks: [0xff0000, 0xff00, 0xff, 0xff000000],
      pixel: (x) => (([255, 128, 1, 0][x] as number) * 2 ** 24 + 0xc03c28) >>> 0,
      profile: iccProfile({ curve: srgbCurve, colors: colorants.p3 }),
    });
    const ours = await decode(bytes);
    const raw = Buffer.from([0xc0, 0x3c, 0x28]);
    const png = await sharp(raw, { raw: { width: 1, height: 1, channels: 3 } })
      .png()
      .toBuffer();
    const icc = pngChunk('iCCP', joined('p', [0, 0], zlibSync(iccProfile({ curve: srgbCurve, colors: colorants.p3 }))));
    const theirs = await reference(joined(png.subarray(0, 33), icc, png.subarray(33)));
    expect([3, 7, 11, 15].map((at) => ours[at])).toEqual([255, 128, 1, 0]);
    for (const at of [0, 4, 8]) expect(farthest(ours.slice(at, at + 3), theirs.subarray(0, 3))).toBeLessThanOrEqual(2);
  });
});

/** A profile with lookup tables (ICC.1:2022, 10.10) that map red, green and blue to X, Y and Z. */
const lookupTableProfile = iccProfile({
  curve: srgbCurve,
  colors: colorants.srgb,
  more: {
    A2B0: [
      ...letters('mft2'),
      ...[0, 0, 0, 0],
      ...[3, 3, 2, 0],
      ...[1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap((element) => uint32(element * 65_536)),
      ...[2, 2].flatMap(uint16),
      ...[0, 65_535, 0, 65_535, 0, 65_535].flatMap(uint16),
      ...[0, 1, 2, 3, 4, 5, 6, 7]
        .flatMap((at) => [at >> 2, (at >> 1) & 1, at & 1])
        .flatMap((on) => uint16(on * 32_768)),
      ...[0, 65_535, 0, 65_535, 0, 65_535].flatMap(uint16),
    ],
  },
});

describe('color profiles', () => {
  it.each([
    ['png', 'a matrix'],
    ['webp', 'a matrix'],
    ['png', 'lookup tables'],
    ['webp', 'lookup tables'],
  ] as const)('keep alpha as stored, and colors under it exact: %s with %s', async (format, kind) => {
    const alphas = [255, 128, 1, 0];
    const pixels = Buffer.from(
      Array.from({ length: SIDE ** 2 }, (_, at) => [200, 60, 40, alphas[at & 3] as number]).flat(),
    );
    const icc = kind === 'a matrix' ? (otherProfiles[0]?.[1] as Uint8Array) : lookupTableProfile;
    const data = await decode(await withProfile(format, pixels, icc));
    expect([3, 7, 11, 15].map((at) => data[at])).toEqual(alphas);
    const [first] = [data.subarray(0, 3)];
    for (const at of [4, 8, 12]) expect(data.subarray(at, at + 3)).toEqual(first);
    expect([...first]).not.toEqual([200, 60, 40]);
  });

  it('with lookup tables are converted by the platform', () => {
    const [curve, colors] = [srgbCurve, colorants.srgb];
    const tables = iccProfile({ curve, colors, more: { A2B0: [...letters('mft2'), 0, 0, 0, 0] } });
    expect(foreignProfile(tables, 3)).toEqual({ icc: tables, conversion: undefined });
  });

  it('of gray apply to gray images only', () => {
    const icc = grayProfiles[0]?.[1] as Uint8Array;
    expect(foreignProfile(icc, 3)).toBeUndefined();
    expect(foreignProfile(icc, 2)).toMatchObject({ icc });
  });

  it('are compared byte by byte with the last profile that equals sRGB', () => {
    const srgb = iccProfile({ curve: srgbCurve, colors: colorants.srgb });
    const p3 = iccProfile({ curve: srgbCurve, colors: colorants.p3 });
    expect(p3.length).toBe(srgb.length);
    for (const icc of [srgb, srgb, p3, srgb, p3])
      expect(foreignProfile(icc, 3)?.icc).toBe(icc === srgb ? undefined : p3);
  });

  it('with a wrong chunk checksum are ignored', async () => {
    const bytes = await withProfile('png', cube, otherProfiles[0]?.[1] as Uint8Array);
    const end = 33 + 8 + new DataView(bytes.buffer).getUint32(33);
    bytes[end] = (bytes[end] as number) ^ 1;
    expect(farthest(await decode(bytes), await stored(bytes))).toBe(0);
  });
});
