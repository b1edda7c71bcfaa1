import { FudebakoError } from '../../../base/errors.ts';
import { MAX_TIFF_SEGMENT_BYTES, MAX_TIFF_SEGMENTS } from '../../../base/limits.ts';
import type { PixelRect } from '../../crop.ts';
import { requireProportionate } from '../../decode-work.ts';
import { findTiffPages, numberOf, numbersOf, type TiffDirectory, tags } from './tiff-directory.ts';
import type { TiffLayout } from './tiff-layout.ts';

/** A strip or tile: its position in the image, and its range of bytes in the file for each plane. */
export interface TiffSegment extends PixelRect {
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

export interface TiffSegments {
  /** Size of a whole strip or tile. Strips and tiles at the right and bottom edges may exceed the image. */
  readonly width: number;
  readonly height: number;
  /** Bytes of a decompressed row of samples, or of a row of YCbCr data units. */
  readonly rowBytes: number;
  readonly isTiled: boolean;
  readonly planes: number;
  readonly count: number;
  /** False if the file lists more or fewer offsets or lengths than the image has strips. */
  readonly isConsistent: boolean;
  readonly segments: () => Generator<TiffSegment>;
}

/** Work of a strip or tile in decompressed bytes at least, because even an empty one takes time. */
const MIN_SEGMENT_WORK = 4096;

/**
 * Finds strips (TIFF 6.0, section 3) or tiles (15). Throws RangeError for damage, FudebakoError `memoryLimit` for huge
 * strips and `imageWork` for strips that share bytes or exceed the image by far.
 */
export function readTiffSegments(directory: TiffDirectory, layout: TiffLayout): TiffSegments {
  const { width, height, samples, bits, isPlanar, subsampling } = layout;
  const isTiled = directory.entries.has(tags.tileWidth);
  const size = isTiled
    ? { width: numberOf(directory, tags.tileWidth, 0), height: numberOf(directory, tags.tileHeight, 0) }
    : { width, height: Math.min(height, numberOf(directory, tags.rowsPerStrip, height)) };
  if (size.width < 1 || size.height < 1) throw new RangeError('A strip is empty');
  const columns = Math.ceil(width / size.width);
  const rows = Math.ceil(height / size.height);
  const planes = isPlanar ? samples : 1;
  const count = columns * rows * planes;
  if (count > MAX_TIFF_SEGMENTS) throw new RangeError('There are too many strips');
  const [across, down] = subsampling;
  const rowSamples = isPlanar ? size.width : across * down > 1 ? 0 : size.width * samples;
  const unitBytes = across * down > 1 ? Math.ceil(size.width / across) * (across * down + 2) : 0;
  const rowBytes = unitBytes || Math.ceil((rowSamples * bits) / 8);
  const bytes = Math.ceil(size.height / down) * rowBytes * planes;
  const fileBytes = directory.bytes.length;
  const declared = { width, height, bytes: fileBytes };
  requireProportionate('unpackedBytes', count * Math.max(MIN_SEGMENT_WORK, bytes / planes), declared);
  if (bytes > MAX_TIFF_SEGMENT_BYTES)
    throw new FudebakoError('memoryLimit', { megabytes: Math.floor(MAX_TIFF_SEGMENT_BYTES / 1e6) });

  // Some programs list tiles by the tags of strips, as libtiff accepts.
  const listsTiles = isTiled && directory.entries.has(tags.tileOffsets);
  const offsets = numbersOf(directory, listsTiles ? tags.tileOffsets : tags.stripOffsets, MAX_TIFF_SEGMENTS);
  const stated = numbersOf(directory, listsTiles ? tags.tileBytes : tags.stripBytes, MAX_TIFF_SEGMENTS);
  if (offsets.length < count) throw new RangeError('Strips are missing');
  // Some old programs don't write the lengths of strips, or write 0. Such strips end at the next strip or the end of
  // the file. A strip at offset 0 is empty.
  const guessed = guessLengths(offsets.slice(0, count), [findTiffPages(directory.bytes).first, fileBytes]);
  const lengths = guessed.map((guess, index) => stated[index] || (offsets[index] === 0 ? 0 : guess));
  let total = 0;
  for (let index = 0; index < count; index++) total += Math.min(lengths[index] as number, fileBytes);
  requireProportionate('codedBytes', total, declared);

  function* segments(): Generator<TiffSegment> {
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const [x, y] = [column * size.width, row * size.height];
        const ranges = Array.from({ length: planes }, (_, plane) => {
          const index = (plane * rows + row) * columns + column;
          const start = offsets[index] as number;
          return { start, end: start + (lengths[index] as number) };
        });
        yield { x, y, width: Math.min(size.width, width - x), height: Math.min(size.height, height - y), ranges };
      }
  }

  const isConsistent =
    offsets.length === count &&
    stated.length === count &&
    stated.every((length) => length > 0) &&
    listsTiles === isTiled;
  return { ...size, rowBytes, isTiled, planes, count, isConsistent, segments };
}

/** Returns the distances from strips to the next strip, the directory or the end of the file. */
function guessLengths(offsets: readonly number[], ends: readonly number[]): number[] {
  const sorted = [...new Set([...offsets, ...ends])].sort((a, b) => a - b);
  const following = new Map(sorted.map((offset, index) => [offset, sorted[index + 1] ?? offset]));
  return offsets.map((offset) => (ends.includes(offset) ? 0 : (following.get(offset) as number) - offset));
}
