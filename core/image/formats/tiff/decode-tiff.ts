import { type Damage, worseDamage } from '../../../base/damage.ts';
import { FudebakoError } from '../../../base/errors.ts';
import { createRaster, pixelWords, type Raster } from '../../../base/raster.ts';
import type { Size } from '../../../geometry/point.ts';
import type { TaskContext } from '../../../platform/context.ts';
import type { DecodedPixels } from '../image-format.ts';
import { type JpegTables, readJpegFrame, readJpegTables } from '../jpeg/jpeg-frame.ts';
import { headerSegments } from '../jpeg/jpeg-segments.ts';
import { isFrame } from '../jpeg/markers.ts';
import { readJpeg } from '../jpeg/read-jpeg.ts';
import { loadPngKernels, type PngKernels } from '../png/png-kernels.ts';
import { inflateBytes } from './inflate-bytes.ts';
import { colorWriter } from './tiff-colors.ts';
import { bytesOf, findTiffPages, readTiffDirectory, tags } from './tiff-directory.ts';
import { photometrics, squareSize } from './tiff-header.ts';
import { isFax, readTiffLayout, type TiffLayout } from './tiff-layout.ts';
import { readTiffSegments, type TiffSegment, type TiffSegments } from './tiff-segments.ts';
import { isOldLzw, reverseBits, type Unpacked, unpackBits, unpackLzw } from './unpack-bytes.ts';
import { unpackFax } from './unpack-fax.ts';

const OPAQUE_BLACK = 0xff_00_00_00;

/**
 * Decodes the first page of a TIFF (TIFF 6.0) to straight RGBA, before rotation. Missing rows are black and have the
 * damage `truncated`. A wrong checksum is an `error`, and contradictory tags are a `warning`. Blocks its thread.
 * @throws FudebakoError `imageFormat`, `memoryLimit`; RangeError for damaged tags
 */
export async function decodeTiff(bytes: Uint8Array, onProgress: TaskContext['onProgress']): Promise<DecodedPixels> {
  const { first, isWhole } = findTiffPages(bytes);
  const directory = readTiffDirectory(bytes, first);
  const layout = readTiffLayout(directory);
  const grid = readTiffSegments(directory, layout);
  const raster = createRaster(layout.width, layout.height);
  if (!layout.alpha) pixelWords(raster).fill(OPAQUE_BLACK);
  const unpack = await unpackerOf(layout, grid);
  const readRow = rowReader(layout, grid.rowBytes);
  const write = colorWriter(layout);
  const row = new Uint8Array(grid.width * layout.samples);
  const hasProfile = !directory.entries.has(tags.profile) || bytesOf(directory, tags.profile) !== undefined;
  const isRegular = isWhole && directory.isInOrder && grid.isConsistent && hasProfile;
  let damage: Damage | undefined = isRegular ? undefined : 'warning';
  let done = 0;
  for (const segment of grid.segments()) {
    const parts = segment.ranges.map(({ start, end }, plane) => unpack(bytes.subarray(start, end), segment, plane));
    const planes = await Promise.all(parts);
    const rows = Math.min(...planes.map(({ rows: count }) => count));
    for (let y = 0; y < rows; y++) {
      for (const [plane, { data, read = readRow }] of planes.entries())
        read(data, y, segment.width, row.subarray(plane), planes.length);
      write(row, segment.width, raster.data, ((segment.y + y) * layout.width + segment.x) * 4);
    }
    const isPastEnd = segment.ranges.some(({ end }) => end > bytes.length);
    if (rows < segment.height) damage = 'truncated';
    if (isPastEnd) damage = worseDamage(damage, 'warning');
    for (const { isWrong, isCut } of planes) {
      // Wrong data before the end of a truncated file may have lost its last row.
      if (isWrong) damage = worseDamage(damage, isPastEnd ? 'truncated' : 'error');
      if (isCut) damage = worseDamage(damage, 'warning');
    }
    done += planes.length;
    onProgress?.(done / grid.count);
  }
  return { ...stretch(raster, squareSize(directory, layout)), damage };
}

/** Repeats rows or columns, so that black and white pixels stay black and white. */
function stretch(raster: Raster, { width, height }: Size): Raster {
  if (width === raster.width && height === raster.height) return raster;
  const result = createRaster(width, height);
  const [source, target] = [pixelWords(raster), pixelWords(result)];
  for (let y = 0; y < height; y++) {
    const from = Math.floor(((y + 0.5) * raster.height) / height) * raster.width;
    for (let x = 0; x < width; x++)
      target[y * width + x] = source[from + Math.floor(((x + 0.5) * raster.width) / width)] as number;
  }
  return result;
}

/** Decompressed rows of a strip or tile, in one plane or in all planes. */
interface UnpackedRows {
  readonly data: Uint8Array;
  readonly rows: number;
  readonly isWrong?: boolean | undefined;
  /** True if the data ends early, even if only rows of a tile outside the image are missing. */
  readonly isCut?: boolean;
  /** Reader for `data` if its rows have another layout than the file's, for example after JPEG decoding. */
  readonly read?: ReturnType<typeof rowReader>;
}

type Unpacker = (packed: Uint8Array, segment: TiffSegment, plane: number) => Promise<UnpackedRows> | UnpackedRows;

async function unpackerOf(layout: TiffLayout, grid: TiffSegments): Promise<Unpacker> {
  if (layout.compression === 'jpeg') {
    const { jpegTables } = layout;
    const tables = jpegTables && readJpegTables(jpegTables);
    if (jpegTables && !tables) return () => ({ data: new Uint8Array(), rows: 0 });
    return (packed, segment) => unpackJpeg(packed, segment, layout, grid, tables);
  }
  const { rowBytes } = grid;
  const [, down] = layout.subsampling;
  const rowsOf = (count: number, height: number) => Math.min(height, Math.floor(count / rowBytes) * down);
  // Tiles at the bottom edge have the full height, but strips end with the image.
  const bytesIn = (height: number) => Math.ceil((grid.isTiled ? grid.height : height) / down) * rowBytes;
  const ordered = layout.isReversed ? reverseBits : (packed: Uint8Array) => packed;
  if (layout.compression === 'none')
    return (packed, { height }) => {
      const data = ordered(packed.subarray(0, bytesIn(height)));
      return { data, rows: rowsOf(data.length, height), isCut: data.length < bytesIn(height) };
    };
  const kernels = layout.compression === 'deflate' ? await loadPngKernels() : undefined;
  const buffers = Array.from({ length: grid.planes }, () => new Uint8Array(bytesIn(grid.height)));
  return (packed, { height }, plane) => {
    const target = (buffers[plane] as Uint8Array).subarray(0, bytesIn(height));
    const { count, isWrong } = unpackBytes(ordered(packed), target, layout, grid.width, kernels);
    return { data: target, rows: rowsOf(count, height), isWrong, isCut: count < target.length };
  };
}

function unpackBytes(
  packed: Uint8Array,
  target: Uint8Array,
  { compression, isTwoDimensional }: TiffLayout,
  width: number,
  kernels: PngKernels | undefined,
): Unpacked {
  if (compression === 'packbits') return unpackBits(packed, target);
  if (compression === 'lzw') {
    if (isOldLzw(packed)) throw new FudebakoError('imageFormat', { format: 'TIFF (old-style LZW)' });
    return unpackLzw(packed, target);
  }
  if (compression === 'deflate') {
    if (!kernels) throw new Error('Deflate is decoded in WebAssembly');
    return inflateBytes(kernels, packed, target);
  }
  if (!isFax(compression)) throw new Error(`${compression} has no decoder`);
  return unpackFax(packed, target, width, { kind: compression as 'fax3', isTwoDimensional });
}

async function unpackJpeg(
  packed: Uint8Array,
  segment: TiffSegment,
  { photometric, samples, isPlanar }: TiffLayout,
  grid: TiffSegments,
  tables: JpegTables | undefined,
): Promise<UnpackedRows> {
  const space = photometric === photometrics.ycbcr ? 'ycbcr' : 'rgb';
  const { width, height } = grid;
  const components = isPlanar ? 1 : samples;
  const options = { width, height, rows: segment.height, tables, space, components } as const;
  const raster: Raster | undefined = await decodeJpegSegment(packed, options);
  if (!raster) return { data: new Uint8Array(), rows: 0 };
  return {
    data: new Uint8Array(raster.data.buffer, raster.data.byteOffset, raster.data.length),
    rows: segment.height,
    read: (source, y, columns, target, step) => {
      for (let x = 0; x < columns; x++)
        for (let channel = 0; channel < components; channel++)
          target[(x * components + channel) * step] = source[(y * width + x) * 4 + channel] as number;
    },
  };
}

/** Writes the samples of a row to `target`, one every `step` bytes. Reduces 16-bit samples to the high byte. */
export type RowReader = (source: Uint8Array, row: number, width: number, target: Uint8Array, step: number) => void;

/** Returns a reader of rows of one plane, or of all samples. `rowBytes`: bytes of a row, or of a row of YCbCr units. */
export function rowReader(layout: TiffLayout, rowBytes: number): RowReader {
  const { bits, isPlanar, isPredicted, subsampling } = layout;
  const samples = isPlanar ? 1 : layout.samples;
  const [across, down] = subsampling;
  if (across * down > 1) return (source, row, width, target) => readUnits(source, row, width, target);
  if (bits === 16) return (source, row, width, target, step) => readWords(source, row, width * samples, target, step);
  if (bits === 8) return (source, row, width, target, step) => readBytes(source, row, width * samples, target, step);
  const mask = (1 << bits) - 1;
  return (source, row, width, target, step) => {
    const at = row * rowBytes;
    for (let index = 0; index < width * samples; index++) {
      const bit = index * bits;
      target[index * step] = ((source[at + (bit >> 3)] as number) >> (8 - bits - (bit & 7))) & mask;
    }
  };

  function readBytes(source: Uint8Array, row: number, count: number, target: Uint8Array, step: number): void {
    const at = row * rowBytes;
    if (step === 1) target.set(source.subarray(at, at + count));
    else for (let index = 0; index < count; index++) target[index * step] = source[at + index] as number;
    if (!isPredicted) return;
    for (let index = samples; index < count; index++)
      target[index * step] = (target[index * step] as number) + (target[(index - samples) * step] as number);
  }

  function readWords(source: Uint8Array, row: number, count: number, target: Uint8Array, step: number): void {
    const at = row * rowBytes;
    const [high, low] = layout.isLittleEndian ? [1, 0] : [0, 1];
    if (!isPredicted) {
      for (let index = 0; index < count; index++) target[index * step] = source[at + index * 2 + high] as number;
      return;
    }
    const last = new Uint16Array(samples);
    for (let index = 0, sample = 0; index < count; index++) {
      const from = at + index * 2;
      last[sample] =
        (last[sample] as number) + (((source[from + high] as number) << 8) | (source[from + low] as number));
      target[index * step] = (last[sample] as number) >> 8;
      if (++sample === samples) sample = 0;
    }
  }

  /** Reads YCbCr data units (TIFF 6.0, section 21): the luma of a block of pixels, then its Cb and Cr. */
  function readUnits(source: Uint8Array, row: number, width: number, target: Uint8Array): void {
    const unitBytes = across * down + 2;
    const at = Math.floor(row / down) * rowBytes;
    const luma = (row % down) * across;
    for (let x = 0; x < width; x++) {
      const unit = at + Math.floor(x / across) * unitBytes;
      target[x * 3] = source[unit + luma + (x % across)] as number;
      target[x * 3 + 1] = source[unit + across * down] as number;
      target[x * 3 + 2] = source[unit + across * down + 1] as number;
    }
  }
}

export interface JpegSegmentOptions extends Size {
  /** Rows to decode; the rest of a tile at the bottom edge is outside the image. */
  readonly rows: number;
  /** Tables that all strips or tiles share, parsed once. */
  readonly tables: JpegTables | undefined;
  readonly space: 'ycbcr' | 'rgb';
  readonly components: number;
}

/**
 * Decodes a strip or tile that is a JPEG, with tables that strips may share (TIFF Technical Note 2). Returns `rows`
 * rows; `undefined` for damage. Throws FudebakoError `imageFormat` for a JPEG that the kernels don't support.
 */
export async function decodeJpegSegment(
  packed: Uint8Array,
  { width, height, rows, tables, space, components }: JpegSegmentOptions,
): Promise<Raster | undefined> {
  const bytes = packed.slice();
  const frame = readJpegFrame(bytes, { minSide: 1, space, shared: tables });
  if (!frame) {
    if (isOtherJpeg(bytes)) throw new FudebakoError('imageFormat', { format: 'TIFF (JPEG)' });
    return undefined;
  }
  if (frame.components.length !== components) return undefined;
  if (frame.width !== width || frame.height < rows || frame.height > height) return undefined;
  const decoded = await readJpeg({ bytes, frame, part: { x: 0, y: 0, width, height: rows } });
  return 'bytes' in decoded ? undefined : decoded;
}

const SOF_BASELINE = 0xc0;

/** True for a JPEG that the kernels don't support: not baseline, not 8 bits, or with unusual chroma subsampling. */
function isOtherJpeg(bytes: Uint8Array): boolean {
  for (const { marker, start, end } of headerSegments(bytes)) {
    if (!isFrame(marker)) continue;
    const [bits, , , , , components = 0] = bytes.subarray(start, end);
    const [luma = 0, ...chroma] = Array.from({ length: components }, (_, index) => bytes[start + 7 + index * 3]);
    const isUsual = [0x11, 0x21, 0x22].includes(luma) && chroma.every((sampling) => sampling === 0x11);
    return marker !== SOF_BASELINE || bits !== 8 || (components === 3 && !isUsual);
  }
  return false;
}
