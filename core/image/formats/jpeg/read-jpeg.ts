import { startsWith } from '../../../base/bytes.ts';
import type { Raster } from '../../../base/raster.ts';
import type { Size } from '../../../geometry/point.ts';
import { MemoryLayout } from '../../../wasm/layout.ts';
import type { PixelRect } from '../../crop.ts';
import { loadResampleKernels, type ResampleKernels } from '../../resample/resample-kernels.ts';
import { type AddRow, createRowResampler } from '../../resample/resample-strip.ts';
import type { JpegFrame } from './jpeg-frame.ts';
import {
  type JpegReaderKernels,
  loadJpegReaderKernels,
  SKIP_BYTES,
  skipTable,
  TABLE_BYTES,
} from './jpeg-reader-kernels.ts';
import { type JpegReduction, jpegReduction } from './jpeg-reduction.ts';
import { coefficientLimits, ZIGZAG } from './jpeg-tables.ts';

declare module '../../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'read-jpeg': typeof readJpeg;
  }
}

export interface ReadJpegInput {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly frame: JpegFrame;
  readonly part: PixelRect;
  /** Size to which the part is scaled by Lanczos-3, row by row; defaults to the size of the part. */
  readonly size?: Size;
}

/** Pixels of the part; or the file's bytes if the scan is damaged or segments other than EOI follow the scan. */
export type ReadJpegOutput = Raster | { readonly bytes: Uint8Array<ArrayBuffer> };

export async function readJpeg({ bytes, frame, part, size }: ReadJpegInput): Promise<ReadJpegOutput> {
  const kernels = await loadJpegReaderKernels();
  const { width, height } = size ?? part;
  if (!kernels) return { bytes };
  const data = new Uint8ClampedArray(width * height * 4);
  const isWhole = size
    ? readScaled(kernels, await loadResampleKernels(), bytes, frame, part, { width, height, data })
    : readPart(kernels, bytes, frame, 1, part, copyRows(data));
  return isWhole ? { width, height, data } : { bytes };
}

function copyRows(data: Uint8ClampedArray): AddRow {
  let at = 0;
  return (pixels) => {
    data.set(pixels, at);
    at += pixels.length;
  };
}

/** Decodes a part, at the resolution that `jpegReduction` returns, and scales the part row by row. */
function readScaled(
  kernels: JpegReaderKernels,
  resampleKernels: ResampleKernels,
  bytes: Uint8Array,
  frame: JpegFrame,
  part: PixelRect,
  { width, height, data }: Raster,
): boolean {
  const reduction = jpegReduction(part, { width, height });
  const x = Math.floor(part.x / reduction);
  const y = Math.floor(part.y / reduction);
  const sourceWidth = Math.ceil((part.x + part.width) / reduction) - x;
  const sourceHeight = Math.ceil((part.y + part.height) / reduction) - y;
  const view = {
    x: part.x / reduction - x,
    y: part.y / reduction - y,
    width: part.width / reduction,
    height: part.height / reduction,
  };
  const rows = { sourceWidth, sourceHeight, width, height, firstRow: 0, top: 0, bottom: height, opaque: true, view };
  const addRow = createRowResampler(resampleKernels, rows, data);
  return readPart(kernels, bytes, frame, reduction, { x, y, width: sourceWidth, height: sourceHeight }, addRow);
}

const SIDE = 8;

const EOI = [0xff, 0xd9];

/** Number of bytes before and after a row that kernels may read or write. */
const MARGIN = 16;

const upTo = (value: number, multiple: number) => Math.ceil(value / multiple) * multiple;

/** Up to this width, libjpeg repeats chroma samples instead of interpolating. Only strips of TIFF are that narrow. */
const NARROW_CHROMA = 2;

/** Distance in pixels within which chroma upsampling reads neighbors. */
const REACH = 2;

/** Decodes at 1 / `reduction` of the size, and passes on the rows of a part. Returns false for a damaged file. */
function readPart(
  kernels: JpegReaderKernels,
  bytes: Uint8Array,
  frame: JpegFrame,
  reduction: JpegReduction,
  part: PixelRect,
  addRow: AddRow,
): boolean {
  const { isRgb, components, restartInterval } = frame;
  const [luma] = components;
  if (!luma) return false;
  const [width, height] = [Math.ceil(frame.width / reduction), Math.ceil(frame.height / reduction)];
  const lumaSide = SIDE / reduction;
  // Chroma in 4:2:0 is reduced by half as much, so that it has the size of the reduced luma.
  const chromaSide = reduction > 1 && luma.across === 2 && luma.down === 2 ? lumaSide * 2 : lumaSide;
  const across = (luma.across * lumaSide) / chromaSide;
  const down = (luma.down * lumaSide) / chromaSide;
  const [unitWidth, unitHeight] = [luma.across * lumaSide, luma.down * lumaSide];
  const units = Math.ceil(width / unitWidth);
  const unitRows = Math.ceil(height / unitHeight);

  const layout = new MemoryLayout();
  const [state, zigzag, scratch] = [layout.add(48), layout.add(64), layout.add(256 + 128)];
  const componentsAt = layout.add(32 * components.length);
  // Planes have one extra row above and one below the samples of an MCU row, for vertical chroma upsampling.
  const planes = components.map((component, index) => {
    const side = index === 0 ? lumaSide : chromaSide;
    const pitch = upTo(units * component.across * side, 16) + MARGIN;
    const steps = layout.add(128);
    const limits = layout.add(128);
    const tables = layout.add(2 * TABLE_BYTES + SKIP_BYTES);
    return {
      ...component,
      side,
      pitch,
      at: layout.add(pitch * (component.down * side + 2)),
      stepsAt: steps,
      limitsAt: limits,
      tablesAt: tables,
    };
  });
  const wide = upTo(width, 32) * 2 + 2 * MARGIN;
  const mixed = layout.add(wide) + MARGIN;
  const [blueRow, redRow] = [layout.add(wide), layout.add(wide)];
  const target = layout.add(upTo(width, 8) * 4);
  const source = layout.add(bytes.length - frame.scanStart + MARGIN);
  const memory = kernels.memory(layout.size);
  const block = new Uint8Array(memory);
  const words = new Uint32Array(memory);

  block.fill(0, state, scratch + 256 + 128);
  block.set(ZIGZAG, zigzag);
  block.set(bytes.subarray(frame.scanStart), source);
  words[state >> 2] = source;
  words[(state >> 2) + 1] = source + bytes.length - frame.scanStart;
  words[(state >> 2) + 6] = restartInterval;
  for (const [index, { side, pitch, at, stepsAt, limitsAt, tablesAt, ...component }] of planes.entries()) {
    new Int16Array(memory, stepsAt, 64).set(component.steps);
    const zigzagSteps = Uint16Array.from(ZIGZAG, (row) => component.steps[row] as number);
    const limits = coefficientLimits(zigzagSteps);
    new Uint16Array(memory, limitsAt, 64).set(limits);
    block.set(component.tables[0], tablesAt);
    block.set(component.tables[1], tablesAt + TABLE_BYTES);
    if (side === 4 || side === 2) {
      const skips = skipTable(component.tables[1], limits, side);
      new Uint16Array(memory, tablesAt + 2 * TABLE_BYTES, skips.length).set(skips);
    }
    words.set(
      [component.across, component.down, at + pitch, pitch, stepsAt, tablesAt, limitsAt, side],
      (componentsAt >> 2) + index * 8,
    );
  }

  const bottom = part.y + part.height;
  const pixels = new Uint8ClampedArray(memory, target + part.x * 4, part.width * 4);
  const firstUnit = Math.floor(Math.max(0, part.x - REACH) / unitWidth);
  const endUnit = Math.ceil(Math.min(width, part.x + part.width + REACH) / unitWidth);
  const [lumaPlane, bluePlane, redPlane] = planes;
  if (!lumaPlane) return false;
  const shorts = new Uint16Array(memory);
  const chromaColumns = Math.ceil(width / across);
  const chromaRows = Math.ceil(height / down);

  /** Upsamples a chroma row to 16 bits from two rows of the plane: the nearer row `near`, and `far`. */
  const upsampleChroma = (plane: number, pitch: number, near: number, far: number, row: number) => {
    const count = upTo(chromaColumns, 16);
    const nearAt = plane + near * pitch;
    if (across === 1) return kernels.widenRow(nearAt, row, count);
    if (chromaColumns <= NARROW_CHROMA) {
      for (let x = 0; x < width; x++) shorts[(row >> 1) + x] = block[nearAt + (x >> 1)] as number;
      return;
    }
    if (down === 2) kernels.mixRows(nearAt, plane + far * pitch, mixed, count);
    else kernels.widenRow(nearAt, mixed, count);
    const first = mixed >> 1;
    shorts[first - 1] = shorts[first] as number;
    shorts[first + chromaColumns] = shorts[first + chromaColumns - 1] as number;
    if (down === 2) kernels.doubleColumns(mixed, row, count, 8, 7, 4);
    else kernels.doubleColumns(mixed, row, count, 1, 2, 2);
  };
  const rgbRow = new Uint8ClampedArray(isRgb ? part.width * 4 : 0).fill(255);
  /** Returns a row of three planes that hold red, green and blue. */
  const joinRgbRow = (row: number) => {
    for (const [channel, plane] of planes.entries()) {
      kernels.grayRow(plane.at + (row + 1) * plane.pitch, target, upTo(width, 8));
      for (let x = 0; x < part.width * 4; x += 4) rgbRow[x + channel] = pixels[x] as number;
    }
    return rgbRow;
  };
  const copyRow = (plane: { readonly at: number; readonly pitch: number }, from: number, to: number) =>
    block.copyWithin(plane.at + to * plane.pitch, plane.at + from * plane.pitch, plane.at + (from + 1) * plane.pitch);

  for (let unitRow = 0; unitRow < unitRows; unitRow++) {
    const top = unitRow * unitHeight;
    const isSeen = top + unitHeight + REACH > part.y && top - REACH < bottom;
    const isRead = kernels.readUnits(
      state,
      componentsAt,
      components.length,
      units,
      restartInterval,
      zigzag,
      scratch,
      isSeen ? firstUnit : 0,
      isSeen ? endUnit : 0,
    );
    if (!isRead) return false;
    // MCUs below the requested part of the image are only checked for damage.
    if (top - REACH >= bottom) continue;
    const isLast = unitRow === unitRows - 1;
    if (down === 2)
      for (const plane of planes.slice(1)) {
        if (unitRow === 0) copyRow(plane, 1, 0);
        const present = chromaRows - unitRow * chromaSide;
        if (isLast) copyRow(plane, present, present + 1);
      }
    // The last pixel row of a row of MCUs depends on chroma of the next row of MCUs.
    const first = down === 2 && unitRow > 0 ? top - 1 : top;
    const end = isLast ? height : down === 2 ? top + unitHeight - 1 : top + unitHeight;
    for (let y = Math.max(part.y, first); y < Math.min(bottom, end); y++) {
      if (isRgb) {
        addRow(joinRgbRow(y - top));
        continue;
      }
      const lumaRow = lumaPlane.at + (y - top + 1) * lumaPlane.pitch;
      if (bluePlane && redPlane) {
        const near = Math.floor(y / down) - unitRow * chromaSide + 1;
        const far = y % 2 === 0 ? near - 1 : near + 1;
        upsampleChroma(bluePlane.at, bluePlane.pitch, near, far, blueRow);
        upsampleChroma(redPlane.at, redPlane.pitch, near, far, redRow);
        kernels.colorRow(lumaRow, blueRow, redRow, target, upTo(width, 8));
      } else kernels.grayRow(lumaRow, target, upTo(width, 8));
      addRow(pixels);
    }
    if (down === 2) for (const plane of planes) copyRow(plane, plane.down * plane.side, 0);
  }
  const [at = 0, , , , count = 0, appended = 0] = new Uint32Array(memory, state, 6);
  return count - appended < 8 && startsWith(block, EOI, at);
}
