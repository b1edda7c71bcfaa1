import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { joinBytes, uint32 } from '#core/base/bytes.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { composeFrames } from '#core/image/animation/compose-frames.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { pngChunks } from '#core/image/formats/png/png-chunks.ts';
import { type ImageHeader, readImageHeader } from '#core/image/formats/registry.ts';
import { resample } from '#core/image/resample/resample.ts';
import { scaleFile } from '#core/image/scale-file.ts';
import { inspectFile } from '#core/inspect/inspect.ts';
import { platform } from '../inline-platform.ts';
import { fieldFolder, readField } from '../samples.ts';
import { apng } from './animated-files.ts';
import { colorants, iccProfile, srgbCurve, withPngProfile } from './icc.ts';
import { chunk, fromRows } from './pngs.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Chunks = readonly Uint8Array[];

const decode = async (bytes: Uint8Array) => {
  const onWarning = ({ code }: { readonly code: string }) => expect.unreachable(code);
  return (await decodeImage(fileFromBytes('a.png', Uint8Array.from(bytes)), { platform, onWarning })).raster;
};

/** Four colors in a row. */
const COLORS = [200, 80, 40, 128, 128, 128, 5, 5, 5, 20, 240, 30];

const rgb = (before: Chunks = [], behind: Chunks = [], levels: readonly number[] = COLORS): Bytes =>
  fromRows([levels.length / 3, 1, 8, 2], Uint8Array.from([0, ...levels]), { before, behind });

const colorsOf = async (bytes: Uint8Array) => [...(await decode(bytes)).data].filter((_, at) => at % 4 !== 3);

const gamma = (value: number) => chunk('gAMA', uint32(value));
const chromaticities = (values: readonly number[]) =>
  chunk(
    'cHRM',
    values.flatMap((value) => uint32(Math.round(value * 1e5))),
  );
const codes = (...values: readonly [number, number, number, number]) => chunk('cICP', values);
const SRGB = chunk('sRGB', [0]);
const D65 = [0.3127, 0.329];
const srgbPrimaries = chromaticities([...D65, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]);
const adobePrimaries = chromaticities([...D65, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06]);
const p3Primaries = chromaticities([...D65, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06]);

// Pixels that Chromium 156 draws on a canvas.
const LINEAR = [229, 152, 110, 188, 188, 188, 38, 38, 38, 79, 248, 96];
const P3 = [216, 69, 17, 128, 128, 128, 5, 5, 5, 0, 244, 0];
const ADOBE = [230, 79, 32, 129, 129, 129, 1, 1, 1, 0, 240, 0];

describe('the colors of a PNG', () => {
  it.each<[string, Chunks, readonly number[]]>([
    ['a gamma of 1', [gamma(100_000)], LINEAR],
    ['a gamma of 1 / 1.8', [gamma(55_556)], [210, 99, 53, 146, 146, 146, 3, 3, 3, 26, 243, 40]],
    ['a gamma of 1 and sRGB primaries', [gamma(100_000), srgbPrimaries], LINEAR],
    ['Adobe RGB in gAMA and cHRM', [gamma(45_470), adobePrimaries], ADOBE],
    ['Display P3 in gAMA and cHRM', [p3Primaries, gamma(45_455)], [218, 67, 3, 129, 129, 129, 1, 1, 1, 0, 245, 0]],
    [
      'a warmer white point',
      [gamma(45_455), chromaticities([0.345, 0.358, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06])],
      [209, 80, 43, 129, 129, 129, 1, 1, 1, 0, 240, 51],
    ],
    ['Display P3 in cICP', [codes(12, 13, 0, 1)], P3],
    ['linear light in cICP', [codes(1, 8, 0, 1)], LINEAR],
    ['BT.709 in cICP', [codes(1, 1, 0, 1)], [197, 70, 28, 121, 121, 121, 0, 0, 0, 7, 239, 18]],
    ['PQ', [codes(9, 16, 0, 1)], [255, 0, 0, 132, 132, 132, 0, 0, 0, 0, 255, 0]],
    ['HLG', [codes(9, 18, 0, 1)], [230, 0, 1, 99, 99, 99, 0, 0, 0, 0, 254, 0]],
    ['cICP behind an sRGB chunk', [SRGB, codes(12, 13, 0, 1)], P3],
    ['reserved and unspecified codes, before a gamma', [codes(12, 99, 0, 1), gamma(100_000)], LINEAR],
    ['unspecified codes, before a gamma', [codes(2, 2, 0, 1), gamma(100_000)], LINEAR],
    ['two gammas, of which the first counts', [gamma(100_000), gamma(45_455)], LINEAR],
  ])('are those of Chromium: %s', async (_, before, expected) => {
    expect(await colorsOf(rgb(before))).toEqual(expected);
  });

  it.each<[string, Chunks, Chunks?]>([
    ['no chunk', []],
    ['the gamma of sRGB', [gamma(45_455)]],
    ['a gamma near that of sRGB', [gamma(44_000)]],
    ['the gamma and the primaries of sRGB', [gamma(45_455), srgbPrimaries]],
    ['primaries without a gamma', [adobePrimaries]],
    ['an sRGB chunk', [gamma(100_000), adobePrimaries, SRGB]],
    ['codes of sRGB', [codes(1, 13, 0, 1), gamma(100_000), adobePrimaries]],
    ['two color codes, of which the first counts', [codes(1, 13, 0, 1), codes(12, 13, 0, 1)]],
    ['codes of YCbCr, which PNG lacks', [codes(12, 13, 1, 1)]],
    ['a gamma of 0', [gamma(0)]],
    ['a gamma of 0.00001', [gamma(1)]],
    ['a gamma of 42,949', [gamma(0xffff_ffff)]],
    ['a gamma chunk that is too long', [chunk('gAMA', [...uint32(100_000), 0])]],
    ['a gamma behind the pixels', [], [gamma(100_000)]],
  ])('stay as stored: %s', async (_, before, behind) => {
    expect(await colorsOf(rgb(before, behind))).toEqual(COLORS);
  });

  it('ignore primaries that form no triangle around the white point', async () => {
    const outside = chromaticities([0.9, 0.05, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]);
    for (const bad of [chromaticities(new Array(8).fill(0)), chromaticities(new Array(8).fill(0.3)), outside])
      expect(await colorsOf(rgb([gamma(100_000), bad]))).toEqual(LINEAR);
  });

  it('take precedence in the order of PNG 3: cICP, iCCP, sRGB, gAMA', async () => {
    const p3 = iccProfile({ curve: srgbCurve, colors: colorants.p3 });
    const near = (actual: readonly number[], expected: readonly number[]) =>
      expect(Math.max(...actual.map((value, at) => Math.abs(value - (expected[at] as number))))).toBeLessThanOrEqual(2);
    near(await colorsOf(withPngProfile(rgb([SRGB, gamma(100_000)]), p3)), P3);
    expect(await colorsOf(withPngProfile(rgb([codes(1, 8, 0, 1)]), p3))).toEqual(LINEAR);
    // A profile that is not zlib data counts as none.
    const broken = chunk('iCCP', [0x70, 0, 0, 1, 2, 3]);
    expect(await colorsOf(rgb([broken, gamma(100_000)]))).toEqual(LINEAR);
  });

  it('in narrow range have black at 16 and white at 235 (ITU-T H.273, 8.3)', async () => {
    const levels = [0, 16, 235, 255, 16, 16, 126, 126, 126];
    const srgb = await colorsOf(rgb([codes(1, 13, 0, 0)], [], levels));
    expect(srgb).toEqual([0, 0, 255, 255, 0, 0, 128, 128, 128]);
  });

  it('are converted in gray, palette and 16-bit PNGs, and keep alpha', async () => {
    const linear = [gamma(100_000)];
    const gray = fromRows([3, 1, 8, 0], Uint8Array.of(0, 128, 5, 200), {
      before: [...linear, chunk('tRNS', [0, 5])],
    });
    expect([...(await decode(gray)).data]).toEqual([188, 188, 188, 255, 38, 38, 38, 0, 229, 229, 229, 255]);
    const palette = fromRows([2, 1, 8, 3], Uint8Array.of(0, 0, 1), {
      before: [...linear, chunk('PLTE', [200, 80, 40, 128, 128, 128]), chunk('tRNS', [7])],
    });
    expect([...(await decode(palette)).data]).toEqual([229, 152, 110, 7, 188, 188, 188, 255]);
    // Chromium draws 28, 13 and 205 for 1,000, 300 and 40,000 of 65,535.
    const deep = fromRows([1, 1, 16, 2], Uint8Array.of(0, 3, 232, 1, 44, 156, 64), { before: linear });
    expect(await colorsOf(deep)).toEqual([28, 13, 205]);
    expect(await colorsOf(fromRows([2, 1, 8, 0], Uint8Array.of(0, 60, 128), { before: [codes(9, 18, 0, 1)] }))).toEqual(
      await colorsOf(rgb([codes(9, 18, 0, 1)], [], [60, 60, 60, 128, 128, 128])),
    );
  });

  it('are converted before scaling', async () => {
    const source = fromRows(
      [64, 64, 8, 0],
      Uint8Array.from({ length: 65 * 64 }, (_, at) => (at % 65 ? at % 251 : 0)),
      {
        before: [gamma(100_000)],
      },
    );
    const params = { width: 9, height: 9, keepAspect: false };
    const { raster } = await scaleFile(
      fileFromBytes('a.png', source.slice()),
      params,
      { platform },
      undefined,
      () => {},
    );
    expect(raster.data).toEqual((await resample(await decode(source), 9, 9, { platform })).data);
  });

  it('are converted in each frame of an animation', async () => {
    const frame = { width: 2, height: 1, color: () => [200, 80, 40, 255] as const };
    const plain = await apng({ width: 2, height: 1, loop: 0, frames: [frame, frame] });
    const source = joinBytes(plain.subarray(0, 33), gamma(45_470), adobePrimaries, plain.subarray(33));
    const frames = composeFrames(source, readImageHeader(source) as ImageHeader, 'a.png', { platform });
    for await (const { image } of frames) expect([...image.data]).toEqual([230, 79, 32, 255, 230, 79, 32, 255]);
  });

  it('are written in sRGB, without chunks that would convert them again', async () => {
    const source = rgb([gamma(45_470), adobePrimaries]);
    for (const metadata of ['none', 'profile', 'all-but-place'] as const) {
      const file = fileFromBytes('a.png', source.slice());
      const encoding = { format: 'png', metadata, source: file } as const;
      const bytes = await encodeImage(await decode(source), encoding, { platform });
      expect([...pngChunks(bytes)].filter(({ type }) => ['cICP', 'gAMA', 'cHRM'].includes(type))).toEqual([]);
      expect(await colorsOf(bytes)).toEqual(ADOBE);
    }
  });

  it('are named in the details', async () => {
    const details = async (before: Chunks) => {
      const { srgb, colorSpace } = await inspectFile(fileFromBytes('a.png', rgb(before)));
      return [srgb, colorSpace];
    };
    expect(await details([gamma(45_455)])).toEqual([true, undefined]);
    expect(await details([gamma(100_000)])).toEqual([false, 'gamma 1']);
    expect(await details([gamma(45_470), adobePrimaries])).toEqual([false, 'gamma 0.4547 with cHRM']);
    expect(await details([codes(9, 16, 0, 1)])).toEqual([false, 'CICP 9/16']);
    expect(await details([codes(1, 13, 0, 1), gamma(100_000)])).toEqual([true, undefined]);
  });

  it.skipIf(!fieldFolder)('of files by other programs are converted (needs ../shared/field)', async () => {
    const shown = async (name: string, at: readonly number[]) => {
      const stored = await sharp(readField(name)).raw().toBuffer();
      const index = stored.findIndex((_, offset) => offset % 3 === 0 && at.every((v, c) => stored[offset + c] === v));
      return (await colorsOf(readField(name))).slice(index, index + 3);
    };
    expect(await shown('png-adobergb-chrm.png', [200, 80, 40])).toEqual([230, 79, 32]);
    expect(await shown('png-gama1.png', [128, 128, 128])).toEqual([188, 188, 188]);
  });
});
