import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { joinBytes, uint32 } from '#core/base/bytes.ts';
import { FudebakoError } from '#core/base/errors.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { readAnimation, requireAnimationWithinLimits } from '#core/image/animation/read-animation.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { pngChunk } from '#core/image/formats/png/png-chunks.ts';
import { tags } from '#core/image/formats/tiff/tiff-directory.ts';
import { platform } from '../inline-platform.ts';
import { apng, type Frame, webp } from './animated-files.ts';
import { itemsOf, makeAvif } from './avifs.ts';
import { gifFile, gifImage } from './gifs.ts';
import { gridItem, heicItem, makeHeic, unitsOf, withUnits } from './heics.ts';
import { grayTags, makeTiff } from './tiffs.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A platform that fails the test if anything is decoded. */
const idle = {
  ...platform,
  workers: { ...platform.workers, run: () => Promise.reject(new FudebakoError('unexpected')) },
} as typeof platform;

const open = (bytes: Bytes) => decodeImage(fileFromBytes('a', bytes.slice()), { platform: idle });
const refused = { code: 'imageWork' };
/** The error of `idle`: the file was accepted, and would be decoded. */
const decoding = { code: 'unexpected' };

const repeat = <Item>(count: number, item: Item): Item[] => Array<Item>(count).fill(item);
const tile = heicItem('tile');

/** Returns a grid of 64 × 64 px tiles that all have the payload of this item. */
const heicGrid = (rows: number, columns: number, item: typeof tile) =>
  makeHeic([gridItem(rows, columns, columns * 64, rows * 64), item], [['dimg', 1, ...repeat(rows * columns, 2)]]);

describe('a HEIC that demands far more work than its size states is refused before decoding', () => {
  it('with hundreds of hidden pictures in the payload that all tiles share', async () => {
    const hidden = withUnits(tile, repeat(300, unitsOf(tile)).flat());
    await expect(open(heicGrid(8, 8, hidden))).rejects.toMatchObject(refused);
    // A grid whose tiles share a payload with one picture is ordinary: encoders write blank tiles once.
    await expect(open(heicGrid(8, 8, tile))).rejects.toMatchObject(decoding);
  });

  it('with a large payload that all tiles share', async () => {
    const padding = joinBytes([0x4e, 1], new Uint8Array(100_000).fill(0x55));
    await expect(open(heicGrid(30, 30, withUnits(tile, [...unitsOf(tile), padding])))).rejects.toMatchObject(refused);
  });

  it('with hundreds of slices that overlap', async () => {
    const [first] = unitsOf(tile) as [Uint8Array];
    // The HEVC flag first_slice_segment_in_pic_flag is not set in later slices of a picture.
    const later = first.slice(0, 12).with(2, (first[2] as number) & 0x7f);
    const sliced = (count: number) => heicGrid(8, 8, withUnits(tile, [first, ...repeat(count, later)]));
    await expect(open(sliced(300))).rejects.toMatchObject(refused);
    await expect(open(sliced(60))).rejects.toMatchObject(decoding);
  });
});

describe('an AVIF that demands far more work than its size states is refused before decoding', () => {
  const still = async () =>
    itemsOf(
      new Uint8Array(
        await sharp({ create: { width: 128, height: 128, channels: 3, background: '#369' } })
          .avif({ effort: 0 })
          .toBuffer(),
      ),
    )[0] as ReturnType<typeof itemsOf>[number];

  it('with thousands of hidden frames', async () => {
    const image = await still();
    const hidden = { ...image, payload: joinBytes(image.payload, ...repeat(3000, Uint8Array.of(0x32, 1, 0))) };
    await expect(open(makeAvif([hidden]))).rejects.toMatchObject(refused);
    await expect(open(makeAvif([image]))).rejects.toMatchObject(decoding);
  });

  it('with a large payload that all tiles share', async () => {
    const image = await still();
    // An OBU of padding (AV1, 5.3.1) of 64 kB.
    const padding = joinBytes([0x7a, 0x80, 0x80, 0x04], new Uint8Array(65_536));
    const large = { ...image, payload: joinBytes(image.payload, padding) };
    const grid = { ...gridItem(16, 16, 2048, 2048) };
    const bytes = makeAvif([grid, large], [['dimg', 1, ...repeat(256, 2)]]);
    await expect(open(bytes)).rejects.toMatchObject(refused);
  });
});

describe('a TIFF that demands far more work than its size states is refused before decoding', () => {
  it.each([
    ['strips that share bytes', { ...grayTags(100, 900), [tags.rowsPerStrip]: [1] }, 900, 5000],
    ['tiles of one pixel', { ...grayTags(300, 300), [tags.tileWidth]: [1], [tags.tileHeight]: [1] }, 90_000, 4],
  ])('with %s', async (_, own, count, length) => {
    const isTiled = tags.tileWidth in own;
    const [offsets, lengths] = isTiled ? [tags.tileOffsets, tags.tileBytes] : [tags.stripOffsets, tags.stripBytes];
    const shared = { [offsets]: repeat(count, 8), [lengths]: repeat(count, length) };
    const file = makeTiff([{ tags: { ...own, ...shared }, strips: [new Uint8Array(length)], isTiled }]);
    const decoded = decodeImage(fileFromBytes('a', file), { platform });
    await expect(decoded).rejects.toMatchObject(refused);
  });

  it('with tiles far larger than the image', async () => {
    const own = { ...grayTags(1, 1), [tags.tileWidth]: [16_384], [tags.tileHeight]: [16_384], [tags.compression]: [5] };
    const file = makeTiff([{ tags: own, strips: [new Uint8Array(40)], isTiled: true }]);
    await expect(decodeImage(fileFromBytes('a', file), { platform })).rejects.toMatchObject(refused);
  });
});

describe('an animation whose frames demand far more work than its size states is refused', () => {
  const side = 1000;
  const frame: Frame = { width: side, height: side, color: () => [9, 9, 9, 255], delayMs: 100 };
  /** Repeats the last frame of a file. */
  const repeated = (bytes: Bytes, start: number, end: number, count: number) =>
    new Uint8Array(
      joinBytes(bytes.subarray(0, end), ...repeat(count, bytes.subarray(start, end)), bytes.subarray(end)),
    );

  it.each(['gif', 'webp', 'png'])('in %s', async (format) => {
    const size = { width: side, height: side };
    let hostile: Bytes;
    if (format === 'gif') hostile = gifFile(size, ...repeat(500, gifImage({ ...size, indices: [0], delayCs: 10 })));
    else if (format === 'webp') {
      const bytes = await webp({ ...size, loop: 0, frames: [{ ...frame, width: 1, height: 1 }, frame] });
      const at = Buffer.from(bytes).lastIndexOf('ANMF');
      hostile = repeated(bytes, at, bytes.length, 500);
      hostile.set(uint32(hostile.length - 8).reverse(), 4);
    } else {
      const bytes = await apng({ ...size, loop: 0, frames: [{ ...frame, width: 1, height: 1 }, frame] });
      const control = Buffer.from(bytes).lastIndexOf('fcTL') - 4;
      const data = control + 38;
      const empty = joinBytes(bytes.subarray(0, data), pngChunk('fdAT', uint32(2)), bytes.subarray(-12));
      hostile = repeated(new Uint8Array(empty), control, empty.length - 12, 500);
    }
    const facts = await readAnimation(hostile);
    expect(facts).toMatchObject({ isWithinLimits: true, isProportionate: false });
    expect(() => facts && requireAnimationWithinLimits(facts)).toThrow(expect.objectContaining(refused));
  });
});
