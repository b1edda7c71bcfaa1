import { describe, expect, it } from 'vitest';
import { joinBytes, letters, uint16, uint32 } from '#core/base/bytes.ts';
import type { FailOn } from '#core/base/damage.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { createRaster, type Raster } from '#core/base/raster.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { metadataEmbedder } from '#core/image/codecs/metadata.ts';
import { foreignProfile } from '#core/image/color/icc-profile.ts';
import { crop, type PixelRect } from '#core/image/crop.ts';
import { decodeJpeg } from '#core/image/formats/jpeg/decode-jpeg.ts';
import { encodeJpeg } from '#core/image/formats/jpeg/encode-jpeg.ts';
import { readJpegFrame } from '#core/image/formats/jpeg/jpeg-frame.ts';
import { loadJpegKernels } from '#core/image/formats/jpeg/jpeg-kernels.ts';
import { jpegProfile } from '#core/image/formats/jpeg/jpeg-profile.ts';
import { readJpegHeader } from '#core/image/formats/jpeg/jpeg-segments.ts';
import { readJpeg } from '#core/image/formats/jpeg/read-jpeg.ts';
import type { Warning } from '#core/platform/context.ts';
import type { Platform } from '#core/platform/platform.ts';
import { firstOf } from '../deep.ts';
import { displayP3Jpeg } from '../platform.images.ts';
import { otherJpegs, readJpegs } from './jpegs.ts';
import { noiseRaster } from './noise.ts';
import { sampleImage } from './test-images.ts';

const flat = (width: number, height: number): Raster => {
  const raster = createRaster(width, height);
  raster.data.fill(255);
  return raster;
};

/** Returns an image of gradients with an edge and some grain, as in photographs. */
const slopes = (width: number, height: number): Raster =>
  sampleImage(width, height, (x, y) => {
    const grain = ((x * 7919 + y * 104_729) % 23) - 11;
    const edge = x + y > width ? 70 : 0;
    return [60 + x / 8 + edge + grain, 200 - y / 5 + grain, 40 + edge + grain * 2, 255];
  });

/** Returns an image of black and white squares, whose DCT coefficients are the largest possible. */
const checks = (width: number, height: number, side: number): Raster =>
  sampleImage(width, height, (x, y) => {
    const level = (Math.floor(x / side) + Math.floor(y / side)) % 2 === 0 ? 0 : 255;
    return [level, 255 - level, level, 255];
  });

const images: readonly (readonly [string, Raster])[] = [
  ['one pixel', flat(1, 1)],
  ['white', flat(40, 24)],
  ['a column', slopes(1, 77)],
  ['a row', slopes(77, 1)],
  ['half an MCU', slopes(8, 8)],
  ['one MCU', slopes(16, 16)],
  ['one block more than whole MCUs', slopes(24, 40)],
  ['odd sides', slopes(173, 91)],
  ['noise', noiseRaster(129, 67, { opaque: true })],
  ['checks of one pixel', checks(95, 64, 1)],
  ['checks of a block', checks(95, 64, 8)],
  ['several bands, each with half an MCU left over', slopes(2011, 1609)],
];

/** Returns the index of the first byte that differs, or −1. */
const firstApart = (one: Uint8Array | Uint8ClampedArray, other: ArrayLike<number>) =>
  one.findIndex((byte: number, at: number) => byte !== other[at]);

/** Tests encoding and decoding against the platform, which uses libjpeg-turbo in Chromium and in Node. */
export function describeJpeg(platform: () => Platform): void {
  /** Adds a profile with the primaries of sRGB, and sRGB's curve as a table of 1,024 points. */
  const withCurve = async (curve: (level: number) => number) => {
    const bytes = await encodeJpeg(slopes(64, 48), 0.95, { platform: platform() });
    const content = joinBytes(letters('ICC_PROFILE\0\x01\x01'), matrixProfile(curve));
    return joinBytes(bytes.subarray(0, 20), [0xff, 0xe2], uint16(2 + content.length), content, bytes.subarray(20));
  };
  const qualities = [0, 0.75, 1, 0.01, 0.3, 0.5, 0.92, 0.95, 0.99, 0.996];
  const read = async (bytes: Uint8Array<ArrayBuffer>, part?: PixelRect) => {
    const frame = readJpegFrame(bytes);
    if (!frame) return undefined;
    return readJpeg({ bytes: bytes.slice(), frame, part: part ?? { x: 0, y: 0, ...frame } });
  };

  describe.each(images)('encoding a JPEG of %s', (_, raster) => {
    it.each(firstOf(qualities, 3))(
      'matches the platform’s encoder in bytes and pixels at quality %d',
      async (quality) => {
        expect(await loadJpegKernels()).toBeDefined();
        const bare = await metadataEmbedder('jpg', 'none', undefined, raster);
        const ours = await encodeJpeg(raster, quality, { platform: platform() });
        const theirs = bare(await platform().images.encodeJpeg(raster, quality));
        expect({ length: ours.length, apart: firstApart(ours, theirs) }).toEqual({ length: theirs.length, apart: -1 });
        const pixels = await read(ours);
        if (Math.min(raster.width, raster.height) < 16) return expect(pixels).toBeUndefined();
        const { data, width, height } = await platform().images.decode(ours, 'image/jpeg');
        expect(pixels).toMatchObject({ width, height });
        expect(firstApart((pixels as Raster).data, data)).toBe(-1);
      },
    );
  });

  describe('decoding JPEG', () => {
    it.each(Object.keys(readJpegs))('of %s matches the platform’s decoder', async (name) => {
      const bytes = fromBase64(readJpegs[name] as string);
      const ours = (await read(bytes)) as Raster;
      const theirs = await platform().images.decode(bytes, 'image/jpeg');
      expect(firstApart(ours.data, theirs.data)).toBe(-1);
    });

    it('of extended sequential coding matches the platform’s decoder', async () => {
      const bytes = fromBase64(readJpegs['half of the columns'] as string);
      bytes[bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xc0) + 1] = 0xc1;
      const ours = (await read(bytes)) as Raster;
      expect(firstApart(ours.data, (await platform().images.decode(bytes, 'image/jpeg')).data)).toBe(-1);
    });

    it.each(Object.keys(otherJpegs))('of %s uses the platform’s decoder', async (name) => {
      const bytes = fromBase64(otherJpegs[name] as string);
      expect(readJpegFrame(bytes)).toBeUndefined();
      const { damage, ...raster } = await decodeJpeg(
        bytes.slice(),
        { width: 45, height: 37 },
        { platform: platform() },
      );
      expect(damage).toBeUndefined();
      expect(firstApart(raster.data, (await platform().images.decode(bytes, 'image/jpeg')).data)).toBe(-1);
    });

    it.each([
      ['a wrong length of the frame header', [0xff, 0xc0, 0, 17], [0xff, 0xc0, 0, 18]],
      ['a wrong length of the scan header', [0xff, 0xda, 0, 12], [0xff, 0xda, 0, 13]],
      ['a wrong length of the restart interval segment', [0xff, 0xdd, 0, 4], [0xff, 0xdd, 0, 5]],
      ['a DC coefficient that is too long', [8, 9, 10, 11], [8, 9, 10, 17]],
    ] as const)('of %s uses the platform’s decoder', (_, from, to) => {
      const bytes = fromBase64(readJpegs['half of the columns, and restarts after two MCUs'] as string);
      expect(readJpegFrame(bytes)).toBeDefined();
      const at = bytes.findIndex((__, index) => from.every((byte, place) => bytes[index + place] === byte));
      expect(at).toBeGreaterThan(0);
      bytes.set(to, at);
      expect(readJpegFrame(bytes)).toBeUndefined();
    });

    it.each([
      ['from the encoder', () => platform().images.encodeJpeg(slopes(64, 48), 0.95), false],
      [
        'from Fudebako',
        () => encodeImage(slopes(64, 48), { format: 'jpg', metadata: 'profile' }, { platform: platform() }),
        false,
      ],
      [
        'with an sRGB table',
        () => withCurve((level) => (level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4)),
        false,
      ],
      ['with another curve', () => withCurve((level) => level ** 1.8), true],
      ['with other primaries', async () => displayP3Jpeg.bytes(), true],
    ] as const)('applies an ICC profile only if it is not sRGB: a profile %s', async (_, make, isForeign) => {
      const bytes = await make();
      expect(readJpegHeader(bytes)?.hasProfile).toBe(true);
      expect(foreignProfile(jpegProfile(bytes) ?? new Uint8Array(), 3) !== undefined).toBe(isForeign);
      const theirs = await platform().images.decode(bytes, 'image/jpeg');
      const raster = await decodeJpeg(bytes.slice(), theirs, { platform: platform() });
      // Allows a difference of 2 levels if a profile is applied: the platform's decoder applies it approximately only.
      const apart = raster.data.map((value, at) => Math.abs(value - (theirs.data[at] as number)));
      expect(apart.reduce((most, value) => Math.max(most, value))).toBeLessThanOrEqual(isForeign ? 2 : 0);
    });

    it('uses the platform’s decoder for damaged bits, and reports the damage', async () => {
      const bytes = fromBase64(readJpegs['half of the columns'] as string);
      for (const change of [0xff, 0x00, 0x5a]) {
        const damaged = bytes.slice();
        damaged.fill(change, damaged.length - 400, damaged.length - 300);
        const size = { width: 45, height: 37 };
        const context = { platform: platform(), failOn: 'none' } as const;
        const ours = await decodeJpeg(damaged.slice(), size, context);
        // Chromium fails on an unknown marker, even after all pixels.
        const theirs = await platform()
          .images.decode(damaged, 'image/jpeg')
          .catch(() => undefined);
        expect(ours.damage).toBeDefined();
        expect(ours).toMatchObject(size);
        if (theirs) expect(firstApart(ours.data, theirs.data)).toBe(-1);
      }
    });

    const plain = fromBase64(readJpegs['half of the columns'] as string);
    const frame = plain.findIndex((byte, at) => byte === 0xff && plain[at + 1] === 0xc0);
    const patched = (offset: number, ...values: number[]) => {
      const bytes = plain.slice();
      bytes.set(values, frame + offset);
      return bytes;
    };
    const open = (bytes: Uint8Array<ArrayBuffer>, failOn?: FailOn) => {
      const warnings: Warning[] = [];
      const onWarning = (warning: Warning) => void warnings.push(warning);
      const context = { platform: platform(), onWarning, ...(failOn && { failOn }) };
      return decodeImage(fileFromBytes('a.jpg', bytes.slice()), context).then(({ raster }) => ({ raster, warnings }));
    };

    it.each([
      ['12-bit JPEG', patched(4, 12)],
      ['12-bit JPEG', patched(1, 0xc1, 0, 17, 12)],
      ['Lossless JPEG', patched(1, 0xc3)],
      ['Lossless JPEG', patched(1, 0xcb)],
      ['Arithmetic-coded JPEG', patched(1, 0xc9)],
      ['Arithmetic-coded JPEG', patched(1, 0xca)],
      ...[0xc5, 0xc6, 0xc7, 0xcd, 0xce, 0xcf].map((marker) => ['Hierarchical JPEG', patched(1, marker)] as const),
      ['2-component JPEG', patched(9, 2)],
      ['5-component JPEG', patched(9, 5)],
      ['Fractionally subsampled JPEG', patched(10, 1, 0x31, 0, 2, 0x21)],
    ] as const)('refuses a %s with an error that names the format', async (format, bytes) => {
      await expect(open(bytes, 'none')).rejects.toMatchObject({ code: 'imageFormat', data: { format } });
    });

    it.each(['half of the columns, and restarts after two MCUs', 'progressive'])(
      'fills truncated rows with opaque pixels: %s',
      async (name) => {
        const bytes = fromBase64((readJpegs[name] ?? otherJpegs[name]) as string);
        for (const length of [bytes.length * 0.65, bytes.length * 0.8, bytes.length - 8].map(Math.floor)) {
          const cutOff = bytes.slice(0, length);
          await expect(open(cutOff)).rejects.toMatchObject({ data: { reason: 'truncated' } });
          const { raster, warnings } = await open(cutOff, 'none');
          expect(warnings).toEqual([{ code: 'imageTruncated', data: { name: 'a.jpg' } }]);
          expect(raster.data.filter((_, index) => index % 4 === 3).every((alpha) => alpha === 255)).toBe(true);
        }
      },
    );

    it('of a region equals a crop of the whole image', async () => {
      const size = { width: 173, height: 131 };
      const raster = slopes(size.width, size.height);
      for (const quality of [0.9, 1]) {
        const bytes = await encodeJpeg(raster, quality, { platform: platform() });
        const whole = (await read(bytes)) as Raster;
        const parts = [0, 1, 15, 16, 17, 31, 33, 64].flatMap((x) =>
          [0, 1, 14, 15, 16, 17, 47, 64].map((y) => ({ x, y, width: 1 + ((x * 7) % 90), height: 1 + ((y * 5) % 60) })),
        );
        for (const { x, y, width, height } of [...parts, { x: 172, y: 130, width: 1, height: 1 }]) {
          const part = (await read(bytes, { x, y, width, height })) as Raster;
          const cut = crop(whole, { topX: x, topY: y, bottomX: x + width, bottomY: y + height });
          expect(part).toMatchObject({ width, height });
          expect(firstApart(part.data, cut.data), `${width} × ${height} at ${x}, ${y}`).toBe(-1);
        }
      }
    });
  });
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Returns the smallest matrix and curve profile (ICC.1:2022, 7 and 8.3). */
function matrixProfile(curve: (level: number) => number): Uint8Array {
  const fixed = (value: number) => uint32(Math.round(value * 65_536));
  const xyz = (...values: number[]) => joinBytes(letters('XYZ '), uint32(0), ...values.map(fixed));
  const points = Array.from({ length: 1024 }, (_, index) => uint16(Math.round(curve(index / 1023) * 65_535)));
  const table = joinBytes(letters('curv'), uint32(0), uint32(1024), ...points);
  const parts = {
    wtpt: xyz(0.9642, 1, 0.8249),
    rXYZ: xyz(0.43607, 0.22249, 0.01392),
    gXYZ: xyz(0.38515, 0.71687, 0.09708),
    bXYZ: xyz(0.14307, 0.06061, 0.7141),
    rTRC: table,
    gTRC: table,
    bTRC: table,
  };
  let at = 132 + Object.keys(parts).length * 12;
  const tags = Object.entries(parts).map(([name, { length }]) => {
    const tag = joinBytes(letters(name), uint32(at), uint32(length));
    at += length;
    return tag;
  });
  const signature = joinBytes(letters('mntrRGB XYZ '), new Uint8Array(12), letters('acsp'), new Uint8Array(28));
  const illuminant = [0.9642, 1, 0.8249].map(fixed);
  const head = joinBytes(uint32(at), uint32(0), uint32(0x02100000), signature, ...illuminant, new Uint8Array(48));
  return joinBytes(head, uint32(tags.length), ...tags, ...Object.values(parts));
}
