import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { letters, littleEndian, riffChunk } from '#core/base/bytes.ts';
import type { FailOn } from '#core/base/damage.ts';
import { FudebakoError } from '#core/base/errors.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { isOpaque, pixelWords, type Raster } from '#core/base/raster.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { gifFrames } from '#core/image/formats/gif/decode-gif.ts';
import { riffChunks } from '#core/image/formats/webp/webp.ts';
import { webpFrames } from '#core/image/formats/webp/webp-frames.ts';
import { deepOr, firstOf } from '../deep.ts';
import { platform } from '../inline-platform.ts';
import { random } from '../random.ts';
import { emptyFolder } from '../temporary-folders.ts';
import { bmpFile, runLengths } from './bmps.ts';
import { gifFile, gifImage, literalCodes, packCodes, subBlocks } from './gifs.ts';

type Bytes = Uint8Array<ArrayBuffer>;

async function decode(bytes: Uint8Array, failOn?: FailOn) {
  const warnings: string[] = [];
  const onWarning = ({ code }: { readonly code: string }) => void warnings.push(code);
  const file = fileFromBytes('a', new Uint8Array(bytes));
  const { raster } = await decodeImage(file, { platform, onWarning, ...(failOn && { failOn }) });
  return { raster, warnings };
}

const SIZE = { width: 240, height: 200 };

/** Returns an image of smooth colors with noise, in which no pixel is fully transparent. */
const pixels = (() => {
  const data = new Uint8Array(SIZE.width * SIZE.height * 4);
  const next = random(3);
  for (let at = 0; at < data.length; at += 4) {
    const [x, y] = [(at / 4) % SIZE.width, Math.floor(at / 4 / SIZE.width)];
    data.set([x + next(16), y + next(16), 128 + 100 * Math.sin(x / 9) + next(16), 255 - (y >> 1)], at);
  }
  return data;
})();
const translucent = () => sharp(pixels, { raw: { ...SIZE, channels: 4 } });
const opaque = () => translucent().removeAlpha();
const twoFrames = () =>
  sharp(Buffer.concat([pixels, pixels.slice().reverse()]), {
    raw: { ...SIZE, height: 2 * SIZE.height, channels: 4, pageHeight: SIZE.height },
  });
const bytesOf = async (image: Sharp): Promise<Bytes> => new Uint8Array(await image.toBuffer());

const index = (x: number, y: number) => ((pixels[(y * SIZE.width + x) * 4] as number) >> 4) & 15;
const colors = Array.from({ length: 16 }, (_, at) => [at * 16, 255 - at * 9, at] as const);
const rgb = (x: number, y: number) => (pixels[(y * SIZE.width + x) * 4] as number) * 65_793;

/** For each format: a file, and how far the share of missing pixels may exceed the share of missing bytes. */
const files: Readonly<Record<string, readonly [make: () => Promise<Bytes>, spare: number]>> = {
  GIF: [() => bytesOf(opaque().gif({ effort: 1 })), 0.06],
  'interlaced GIF': [() => bytesOf(opaque().gif({ effort: 1, progressive: true } as never)), 0.06],
  'BMP of 24 bits': [async () => bmpFile({ ...SIZE, bits: 24, pixel: rgb }), 0.01],
  'BMP of 4 bits': [async () => bmpFile({ ...SIZE, bits: 4, colors, pixel: index }), 0.01],
  'run-length encoded BMP': [
    async () => bmpFile({ ...SIZE, bits: 4, compression: 2, colors, data: runLengths(4, { ...SIZE, pixel: index }) }),
    0.02,
  ],
  'lossless WebP': [() => bytesOf(translucent().webp({ lossless: true })), 0.06],
  // A large allowance: lossy WebP data starts with the prediction modes of all blocks, which contain no pixels.
  'lossy WebP': [() => bytesOf(opaque().webp({ quality: 90 })), 0.25],
  'lossy WebP with alpha': [() => bytesOf(translucent().webp({ quality: 90 })), 0.25],
};

describe.each(Object.entries(files))('a file that is cut off (%s)', (_, [make, spare]) => {
  let bytes: Bytes;
  let whole: Uint32Array;
  beforeAll(async () => {
    bytes = await make();
    whole = pixelWords((await decode(bytes)).raster);
  });

  it.each([20, 40, 60, 80, 95])(
    'at %i percent is refused, or opens with a warning and the pixels before the cut',
    async (percent) => {
      const cut = bytes.subarray(0, Math.floor((bytes.length * percent) / 100));
      await expect(decode(cut)).rejects.toMatchObject({ code: 'imageLoad', data: { reason: 'truncated' } });
      const { raster, warnings } = await decode(cut, 'none');
      expect(warnings).toEqual(['imageTruncated']);
      const words = pixelWords(raster);
      const read = words.filter((word) => word !== 0).length;
      expect(words.every((word, at) => word === 0 || word === whole[at])).toBe(true);
      expect(read / words.length).toBeGreaterThan(percent / 100 - spare);
      expect(read).toBeLessThan(words.length);
    },
  );
});

const screen = { width: 4, height: 4 };
const sixteen = Array.from({ length: 16 }, (_, at) => at % 4);
const gifOf = (data: readonly number[]) => gifFile(screen, gifImage({ ...screen, data: subBlocks(data) }));
const codes = (...values: readonly number[]) => packCodes(values.map((code) => [code, 3]));
const second = gifImage({ ...screen, indices: sixteen });
const badFrame = gifImage({ ...screen, literalBits: 9, data: subBlocks([1, 2]) });
// LZW codes that stand for runs of 1 to 6 color indices, in total more than the 16 pixels of the image.
const growing = packCodes([...[4, 1, 6, 7].map((code) => [code, 3] as const), [8, 4], [9, 4], [10, 4], [5, 4]]);
const runs = (...data: readonly number[]) =>
  bmpFile({ width: 6, height: 2, bits: 8, compression: 1, colors, data: [6, 1, 0, 0, 6, 2, ...data] });

const plain = bmpFile({ width: 6, height: 2, bits: 8, colors, pixel: (x) => x });

describe('damage to a GIF or a BMP', () => {
  it.each([
    ['a GIF whose end code comes too early', gifOf(literalCodes(2, [1, 2, 3])), 'imageTruncated'],
    ['a GIF with a code that does not exist yet', gifOf(codes(4, 1, 7, 7)), 'imageDamaged'],
    ['a GIF whose first code does not exist yet', gifOf(codes(4, 6)), 'imageDamaged'],
    ['a GIF that ends before its last sub-block', gifOf(literalCodes(2, sixteen)).slice(0, -2), 'imageIrregular'],
    ['a GIF whose last run of indices leaves the image', gifOf(growing), 'imageDamaged'],
    ['a GIF without a color table', gifFile({ ...screen, colors: [] }, second), 'imageDamaged'],
    ['a GIF without a trailer', gifOf(literalCodes(2, sixteen)).slice(0, -1), 'imageIrregular'],
    ['a GIF with an unknown block', gifOf(literalCodes(2, sixteen)).with(-1, 7), 'imageIrregular'],
    ['a GIF whose second frame is cut off', gifFile(screen, second, second).slice(0, -9), 'imageIrregular'],
    ['a GIF whose second frame has no valid LZW code size', gifFile(screen, second, badFrame), 'imageIrregular'],
    ['a BMP whose run leaves its row', runs(0, 0).with(-4, 9), 'imageDamaged'],
    ['a BMP whose delta leaves the image', runs(0, 2, 0, 1), 'imageDamaged'],
    ['a BMP whose indices leave their row', runs(0, 3, 1, 2, 3, 0), 'imageDamaged'],
    ['a BMP with a run after its last row', runs(0, 0, 1, 1, 0, 1), 'imageDamaged'],
    ['a BMP without an end of its run-length data', runs(), 'imageIrregular'],
    ['a BMP that states more bytes than it has', plain.with(4, 1), 'imageIrregular'],
    ['a BMP that states an end before its pixels', plain.with(2, 20), 'imageIrregular'],
    ['a BMP whose pixels start inside its color table', plain.with(10, 54 + 8), 'imageIrregular'],
    ['a BMP with two planes', plain.with(26, 2), 'imageIrregular'],
    ['a BMP with more colors than its bit depth can index', plain.with(47, 2), 'imageIrregular'],
    ['a BMP whose pixels and stated colors are both wrong', plain.with(47, 2).slice(0, -4), 'imageTruncated'],
  ])('is reported for %s', async (_, bytes, code) => {
    expect((await decode(bytes, 'none')).warnings).toEqual([code]);
    await expect(decode(bytes, 'warning')).rejects.toBeInstanceOf(FudebakoError);
  });

  it('is not reported for a BMP whose pixel offset points at the color table', async () => {
    const audio = bmpFile({ ...SIZE, bits: 4, colors, pixel: index });
    const bytes = audio.slice();
    new DataView(bytes.buffer).setUint32(10, 54, true);
    const { raster, warnings } = await decode(bytes, 'warning');
    expect(warnings).toEqual([]);
    expect(raster.data).toEqual((await decode(audio)).raster.data);
  });
});

describe('damage to a WebP', () => {
  const resized = (bytes: Bytes, more: number) => {
    const copy = bytes.slice();
    const view = new DataView(copy.buffer);
    view.setUint32(4, view.getUint32(4, true) + more, true);
    return copy;
  };

  it('is reported for a truncated chunk after the pixels', async () => {
    const bytes = await bytesOf(
      opaque()
        .withExif({ IFD0: { Copyright: 'Sei Shonagon' } })
        .webp(),
    );
    const { raster, warnings } = await decode(bytes.slice(0, -8));
    expect(warnings).toEqual(['imageIrregular']);
    expect(raster.data).toEqual((await decode(bytes)).raster.data);
  });

  it('is reported for a length beyond the end of the file', async () => {
    const bytes = await bytesOf(translucent().webp());
    const { raster, warnings } = await decode(resized(bytes, 2));
    expect(warnings).toEqual(['imageIrregular']);
    expect(raster.data).toEqual((await decode(bytes)).raster.data);
  });

  it('is not reported for bytes after the end', async () => {
    const bytes = await bytesOf(translucent().webp());
    const longer = new Uint8Array([...bytes, 1, 2, 3, 4, 5]);
    expect((await decode(longer, 'warning')).raster.data).toEqual((await decode(bytes)).raster.data);
    await sharp(longer, { failOn: 'warning' }).raw().toBuffer();
  });

  it.each([
    ['lossless', () => translucent().webp({ lossless: true })],
    ['lossy', () => opaque().webp()],
  ])('is reported for a %s image that continues after its chunk', async (_, make) => {
    const bytes = await bytesOf(make());
    const [chunk] = [...riffChunks(bytes)];
    const cut = resized(bytes, -1000);
    new DataView(cut.buffer).setUint32(16, (chunk?.end ?? 0) - 20 - 1000, true);
    expect(await isRefusedBySharp(cut)).toBe(true);
    await expect(decode(cut)).rejects.toMatchObject({ code: 'imageLoad' });
  });

  it('is reported for alpha that the lossless header does not state, and the image opens opaque, as with libvips', async () => {
    const bytes = deniedAlpha(await bytesOf(translucent().webp({ lossless: true, effort: 0 })));
    const { raster, warnings } = await decode(bytes);
    expect(warnings).toEqual(['imageIrregular']);
    const expected = await sharp(bytes, { failOn: 'warning' }).ensureAlpha().raw().toBuffer();
    expect(Buffer.from(raster.data.buffer).equals(expected)).toBe(true);
  });

  it('is reported for alpha that the header of a lossless frame does not state, and the frame opens opaque', async () => {
    const { raster, warnings } = await decode(
      deniedAlpha(await bytesOf(twoFrames().webp({ lossless: true, effort: 0 }))),
    );
    expect(warnings).toEqual(['imageIrregular']);
    expect(isOpaque(raster)).toBe(true);
  });

  /** Sets `alpha_is_used` of a WebP's first `VP8L` chunk to 0. */
  function deniedAlpha(webp: Bytes): Bytes {
    const at = Buffer.from(webp.buffer).indexOf('VP8L') + 12;
    expect((webp[at] as number) & 0x10).toBe(0x10);
    return webp.with(at, (webp[at] as number) & ~0x10);
  }

  it.each([
    ['a reserved bit of its header', 23, 0x80],
    ['a canvas larger than any frame', 25, 0x40],
  ])('is reported for %s', async (_, at, value) => {
    const bytes = await bytesOf(twoFrames().webp());
    expect((await decode(bytes.with(at, (bytes[at] as number) | value))).warnings).toEqual(['imageIrregular']);
  });

  it('is reported for a frame without an image', async () => {
    const bytes = await bytesOf(opaque().webp());
    const header = [...riffChunks(await bytesOf(translucent().webp()))][0];
    expect(header?.type).toBe('VP8X');
    const none = new Uint8Array([...bytes.subarray(0, 12), ...extended(0x10, SIZE)]);
    expect(none).toHaveLength(30);
    await expect(decode(resized(none, 30 - 8 - (bytes.length - 8)), 'none')).rejects.toMatchObject({
      data: { reason: 'damaged' },
    });
  });
});

const extended = (flags: number, { width, height }: { readonly width: number; readonly height: number }) =>
  riffChunk('VP8X', [flags, 0, 0, 0, ...littleEndian(width - 1, 3), ...littleEndian(height - 1, 3)]);

describe('an animated WebP', () => {
  const frameSize = { width: 64, height: 40 };
  const canvas = { width: 90, height: 70 };
  const frame = (seed: number) => {
    const next = random(seed);
    return Uint8Array.from({ length: frameSize.width * frameSize.height * 4 }, () => next(256));
  };
  const still = (data: Uint8Array, options: object) =>
    bytesOf(sharp(data, { raw: { ...frameSize, channels: 4 } }).webp({ effort: 0, ...options }));

  /** Makes an animation of stills. Each frame is further right and down than the previous one. */
  function animation(stills: readonly Bytes[]): Bytes {
    const frames = stills.map((bytes, at) => {
      const chunks = [...riffChunks(bytes)].filter(({ type }) => ['ALPH', 'VP8 ', 'VP8L'].includes(type));
      const images = chunks.map(({ type, start, end }) => riffChunk(type, bytes.subarray(start, end)));
      const place = [...littleEndian(5 + at, 3), ...littleEndian(3 + at, 3)];
      const size = [...littleEndian(frameSize.width - 1, 3), ...littleEndian(frameSize.height - 1, 3)];
      return riffChunk('ANMF', place, size, [...littleEndian(40 + at, 3), at % 4], ...images);
    });
    const loop = riffChunk('ANIM', [9, 9, 9, 9, 0, 0]);
    return riffChunk('RIFF', letters('WEBP'), extended(0x12, canvas), loop, ...frames);
  }

  it.each([
    ['lossless', { lossless: true, exact: true }],
    ['lossy', { quality: 80, alphaQuality: 100 }],
  ])('has the exact colors of its first frame, %s, at its position on a transparent canvas', async (_, options) => {
    const first = await still(frame(1), options);
    const { raster, warnings } = await decode(animation([first, await still(frame(2), options)]), 'warning');
    const expected = (await decode(first)).raster;
    expect(warnings).toEqual([]);
    expect([raster.width, raster.height]).toEqual([canvas.width, canvas.height]);
    expect(onCanvas(expected)).toEqual(raster.data);
  });

  function onCanvas(image: Raster): Uint8ClampedArray {
    const data = new Uint8ClampedArray(canvas.width * canvas.height * 4);
    for (let y = 0; y < image.height; y++)
      data.set(image.data.subarray(y * image.width * 4, (y + 1) * image.width * 4), ((y + 6) * canvas.width + 10) * 4);
    return data;
  }

  it('opens as its first frame, composited as in sharp', async () => {
    const data = Buffer.concat([frame(4), frame(5)]);
    const raw = {
      width: frameSize.width,
      height: frameSize.height * 2,
      channels: 4,
      pageHeight: frameSize.height,
    } as const;
    const bytes = await bytesOf(sharp(data, { raw }).webp({ lossless: true, exact: true }));
    expect(Buffer.from((await decode(bytes)).raster.data.buffer).equals(frame(4))).toBe(true);
  });

  it('states the position, time and disposal of every frame', async () => {
    const stills = await Promise.all([1, 2, 3, 4].map((seed) => still(frame(seed), {})));
    const bytes = animation(stills);
    const described = [...webpFrames(bytes, canvas)].map(({ image, alpha, ...each }) => ({
      ...each,
      type: image.type,
      alpha: !!alpha,
    }));
    const common = { ...frameSize, type: 'VP8 ', alpha: true, hasValidChunks: true };
    expect(described).toEqual([
      { ...common, left: 10, top: 6, durationMs: 40, isBlended: true, isCleared: false },
      { ...common, left: 12, top: 8, durationMs: 41, isBlended: true, isCleared: true },
      { ...common, left: 14, top: 10, durationMs: 42, isBlended: false, isCleared: false },
      { ...common, left: 16, top: 12, durationMs: 43, isBlended: false, isCleared: true },
    ]);
  });

  it('opens with a warning if cut off in the second frame, and is refused if cut off in the first', async () => {
    const bytes = animation(await Promise.all([1, 2].map((seed) => still(frame(seed), { lossless: true }))));
    const { raster, warnings } = await decode(bytes.slice(0, Math.floor(bytes.length * 0.7)));
    expect(warnings).toEqual(['imageIrregular']);
    expect(raster.data).toEqual((await decode(bytes)).raster.data);
    await expect(decode(bytes.slice(0, Math.floor(bytes.length * 0.3)))).rejects.toMatchObject({
      data: { reason: 'truncated' },
    });
  });
});

it('reading a GIF gives the time, disposal and pixels of every frame', async () => {
  const blocks = [0, 1, 2, 3].map((at) =>
    gifImage({
      ...screen,
      delayCs: 7 + at,
      disposal: at,
      indices: Array(16).fill(at),
      ...(at === 2 && { transparentIndex: 3 }),
    }),
  );
  const frames = [...gifFrames(gifFile(screen, ...blocks))];
  expect(frames.map(({ delayMs, disposal, transparentIndex }) => [delayMs, disposal, transparentIndex])).toEqual([
    [70, 'keep', undefined],
    [80, 'keep', undefined],
    [90, 'clear', 3],
    [100, 'restore', undefined],
  ]);
  expect(frames.map(({ indices }) => new Set(indices))).toEqual([0, 1, 2, 3].map((at) => new Set([at])));
});

/** Returns whether sharp, a decoder independent of this project, refuses a file. */
async function isRefusedBySharp(bytes: Uint8Array): Promise<boolean> {
  return sharp(bytes, { failOn: 'warning', page: 0 })
    .raw()
    .toBuffer()
    .then(
      () => false,
      () => true,
    );
}

/** Decodes the first frame of each file by ffmpeg, and returns the error messages. */
async function ffmpegErrors(files: readonly string[]): Promise<string> {
  const inputs = files.flatMap((file) => ['-i', file]);
  const outputs = files.flatMap((_, at) => ['-map', `${at}:v:0`, '-frames:v', '1', '-f', 'null', '-']);
  const args = ['-v', 'error', '-nostdin', '-err_detect', 'explode', ...inputs, ...outputs];
  const { stderr } = await promisify(execFile)('ffmpeg', args).catch((error: { stderr: string }) => error);
  return stderr;
}

describe('random encoder options', () => {
  it.each(['gif', 'webp'] as const)('give a %s that decodes to the pixels of libvips', async (format) => {
    const next = random(format === 'gif' ? 21 : 22);
    for (let file = 0; file < deepOr(60, 8); file++) {
      const [width, height, pages, kind] = [1 + next(90), 1 + next(70), 1 + next(3), next(3)];
      const data = new Uint8Array(width * height * pages * 4);
      for (let at = 0; at < data.length; at += 4)
        if (kind === 0) data.set([next(256), next(256), next(256), next(3) ? 255 : next(256)], at);
        else data.set([((at / 4) % width) * 3, at / 4 / width, kind * 90, next(20) ? 255 : 0], at);
      const image = sharp(data, { raw: { width, height: height * pages, channels: 4, pageHeight: height } });
      const encoded =
        format === 'gif'
          ? image.gif({
              colours: 2 + next(255),
              dither: next(2),
              effort: 1 + next(4),
              progressive: next(2) === 1,
            } as never)
          : image.webp({ lossless: next(2) === 1, quality: 1 + next(100), alphaQuality: next(101), effort: next(7) });
      const bytes = await bytesOf(encoded);
      const { raster } = await decode(bytes, 'warning');
      const reference = await sharp(bytes, { page: 0 }).ensureAlpha().raw().toBuffer();
      expect(Buffer.from(raster.data.buffer).equals(reference), `file ${file}`).toBe(true);
    }
  });
});

describe('among files with one flipped bit', () => {
  const [width, height] = [40, 30];
  const drawn = random(11);
  const data = Uint8Array.from({ length: width * height * 8 }, (_, at) =>
    at % 4 === 3 ? (drawn(9) ? 255 : 0) : ((at >> 2) % width) * 5 + drawn(20),
  );
  const image = () => sharp(data.subarray(0, width * height * 4), { raw: { width, height, channels: 4 } });
  const animated = () => sharp(data, { raw: { width, height: height * 2, channels: 4, pageHeight: height } });
  const sources = {
    gif: [
      () => image().gif(),
      () =>
        image()
          .removeAlpha()
          .gif({ colours: 8, progressive: true } as never),
      () => animated().gif(),
    ],
    webp: [
      () => image().removeAlpha().webp(),
      () => image().webp(),
      () => image().webp({ lossless: true }),
      () => animated().webp(),
    ],
  };

  const seeds = [
    ['gif', 31],
    ['webp', 33],
    ['gif', 32],
    ['webp', 34],
  ] as const;

  it.each(firstOf(seeds, 2))(
    '%s: files that sharp or ffmpeg refuses are refused or open with a warning (seed %i)',
    async (format, seed) => {
      const next = random(seed);
      const folder = emptyFolder();
      const originals = await Promise.all(sources[format].map((make) => bytesOf(make())));
      const accepted: string[] = [];
      const missed: string[] = [];
      const count = deepOr(900, 72);
      let noticed = 0;
      for (let file = 0; file < count; file++) {
        const source = file % originals.length;
        const bytes = (originals[source] as Bytes).slice();
        const bit = next(bytes.length * 8);
        bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
        const isSilent = await decode(bytes).then(
          ({ warnings }) => warnings.length === 0,
          (error: unknown) => {
            expect(error).toBeInstanceOf(FudebakoError);
            return false;
          },
        );
        if (!isSilent) noticed++;
        else {
          if (await isRefusedBySharp(bytes)) missed.push(`bit ${bit} of ${format} ${source}`);
          const path = join(folder, `${file}.${format}`);
          writeFileSync(path, bytes);
          // Skips ffmpeg for animated WebP, which it does not decode.
          if (format === 'gif' || source !== originals.length - 1) accepted.push(path);
        }
      }
      expect(missed).toEqual([]);
      expect(noticed).toBeGreaterThan(count / 15);
      for (let at = 0; at < accepted.length; at += 100)
        expect(await ffmpegErrors(accepted.slice(at, at + 100))).toBe('');
    },
  );
});
