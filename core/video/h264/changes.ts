import type { YuvImage } from '../../platform/media.ts';
import { BitWriter, escapeNal, NalType } from './bits.ts';
import { writeResidual } from './cavlc.ts';
import type { ImageParameters, SequenceParameters } from './parameter-sets.ts';
import { writeSliceHeader } from './repeat-image.ts';
import { chromaQp, inverseTransform, quantize, quantizeChromaDc, transform } from './transform.ts';

/** Finest quantization: below, levels could exceed the longest codes of CAVLC, or mean lossless coding. */
const MIN_QP = 6;

/** Returns the quantization parameter of changed macroblocks for x264's constant rate factor. */
export const changesQp = (quality: number): number => Math.max(MIN_QP, Math.min(51, Math.round(quality) + 2));

/** Returns the parameters of changed frames: CAVLC, one reference, no weights; no filter over block edges. */
export function changesParameters(encoders: ImageParameters): ImageParameters {
  return {
    id: (encoders.id + 1) % 256,
    sequenceId: encoders.sequenceId,
    cabac: false,
    orderCountInFields: false,
    sliceGroups: 1,
    references: 1,
    weightedPrediction: false,
    initialQp: 26,
    deblockingControl: true,
    redundantImages: false,
  };
}

/** Returns the picture parameter set (PPS) with the parameters of changed frames (H.264, 7.3.2.2). */
export function changesParameterSet({ id, sequenceId }: ImageParameters): Uint8Array<ArrayBuffer> {
  const writer = new BitWriter();
  writer.writeBits((3 << 5) | NalType.pps, 8);
  writer.writeUnsigned(id);
  writer.writeUnsigned(sequenceId);
  writer.writeBits(0, 2);
  for (let field = 0; field < 3; field++) writer.writeUnsigned(0);
  writer.writeBits(0, 3);
  for (let field = 0; field < 3; field++) writer.writeSigned(0);
  writer.writeBits(0b1001, 4);
  while (!writer.isAligned) writer.writeBits(0, 1);
  return escapeNal(writer.toBytes());
}

/** True if frames of changed macroblocks can follow the frames of an encoder with this SPS. */
export const sequenceAllowsChanges = (sps: SequenceParameters): boolean =>
  sps.framesOnly &&
  !sps.separateColourPlanes &&
  sps.chromaFormat === 1 &&
  sps.bitDepth === 8 &&
  !sps.hasScalingLists &&
  (sps.orderCountType === 0 || sps.orderCountType === 2);

export interface ChangesOptions {
  readonly sps: SequenceParameters;
  readonly pps: ImageParameters;
  readonly qp: number;
  /** The frame as it should look before the first change. */
  readonly shown: YuvImage;
}

/** Writes frames as P slices in which only changed macroblocks are coded, as differences from the preceding frame. */
export interface ChangesEncoder {
  /**
   * Returns a frame as a NAL unit.
   * @param index index of the frame in its closed group of frames
   * @param wanted the frame as it should look, of the same size as `shown`
   * @param changed addresses of macroblocks, ascending, in which `wanted` differs from the preceding frame
   */
  encode(index: number, wanted: YuvImage, changed: readonly number[]): Uint8Array<ArrayBuffer>;
}

/**
 * Creates an encoder without motion: it predicts a macroblock from the same macroblock of the preceding frame. What the
 * decoder shows is then `shown` as the first encoder coded it, plus the sum of all residuals. The sum is known here to
 * the bit, so that errors of quantization don't add up.
 */
export function createChangesEncoder({ sps, pps, qp, shown }: ChangesOptions): ChangesEncoder {
  const { columns, macroblocks } = sps;
  const rows = macroblocks / columns;
  const planes = planesOf(shown).map((plane): ChangedPlane => {
    const size = plane.stride === shown.width ? 16 : 8;
    return { ...plane, blocks: (size / 4) * columns, sum: new Int16Array(size * size * macroblocks), size };
  });
  const counts = planes.map(({ blocks, size }) => new Uint8Array(blocks * rows * (size / 4)));
  const coder = createMacroblockCoder(planes, counts, shown.data, qp);
  return {
    encode(index, wanted, changed) {
      const writer = new BitWriter();
      const position = {
        frameNum: index % 2 ** sps.frameNumBits,
        orderCount: (2 * index) % 2 ** sps.orderCountBits,
        isReference: true,
      };
      writeSliceHeader(writer, position, sps, pps, qp);
      for (const count of counts) count.fill(0);
      let next = 0;
      for (const address of changed) {
        if (!coder.quantize(address % columns, Math.floor(address / columns), wanted.data)) continue;
        writer.writeUnsigned(address - next);
        coder.write(writer, address % columns, Math.floor(address / columns));
        next = address + 1;
      }
      if (next < macroblocks) writer.writeUnsigned(macroblocks - next);
      writer.writeBits(1, 1);
      return escapeNal(writer.toBytes());
    },
  };
}

interface Plane {
  readonly start: number;
  readonly stride: number;
  readonly height: number;
}

interface ChangedPlane extends Plane {
  /** Side of a macroblock in this plane. */
  readonly size: 16 | 8;
  /** Number of 4 × 4 blocks in a row of the frame. */
  readonly blocks: number;
  /** Sum of the residuals of each pixel so far, macroblock by macroblock. */
  readonly sum: Int16Array;
}

function planesOf({ width, height }: YuvImage): Plane[] {
  const pixels = width * height;
  const chroma = { stride: width / 2, height: height / 2 };
  return [
    { start: 0, stride: width, height },
    { start: pixels, ...chroma },
    { start: pixels + pixels / 4, ...chroma },
  ];
}

/** `coded_block_pattern` of inter macroblocks by `codeNum` (H.264, table 9-4). */
const PATTERNS = [
  0, 16, 1, 2, 4, 8, 32, 3, 5, 10, 12, 15, 47, 7, 11, 13, 14, 6, 9, 31, 35, 37, 42, 44, 33, 34, 36, 40, 39, 43, 45, 46,
  17, 18, 20, 24, 19, 21, 26, 28, 23, 27, 29, 30, 22, 25, 38, 41,
];
const patternCodes = PATTERNS.map((_, pattern) => PATTERNS.indexOf(pattern));

/** Column and row of luma blocks in coding order (H.264, 6.4.3). */
const LUMA_BLOCKS = Array.from({ length: 16 }, (_, index) => ({
  x: (index & 1) + ((index >> 1) & 2),
  y: ((index >> 1) & 1) + ((index >> 2) & 2),
}));

function createMacroblockCoder(
  planes: readonly ChangedPlane[],
  counts: readonly Uint8Array[],
  shown: Uint8Array,
  qp: number,
) {
  const [luma, ...chroma] = planes as [ChangedPlane, ChangedPlane, ChangedPlane];
  const qpOfChroma = chromaQp(qp);
  const block = new Int32Array(16);
  const lumaLevels = new Int32Array(16 * 16);
  const dcLevels = new Int32Array(2 * 4);
  const acLevels = new Int32Array(2 * 4 * 15);
  const chromaBlocks = Array.from({ length: 4 }, () => new Int32Array(16));
  const dc = new Int32Array(4);
  let pattern = 0;
  /** The value that each pixel should have had when its block was last coded. */
  const seen = shown.slice();

  /** Reads the residual of a block; false if its pixels are as before. Rows below the picture have no residual. */
  const readBlock = (plane: ChangedPlane, x: number, y: number, sumAt: number, wanted: Uint8Array, to: Int32Array) => {
    let isChanged = false;
    for (let row = 0; row < 4; row++) {
      const isInside = y + row < plane.height;
      const at = plane.start + (y + row) * plane.stride + x;
      const sum = sumAt + row * plane.size;
      for (let column = 0; column < 4; column++) {
        const place = 4 * row + column;
        if (!isInside || x + column >= plane.stride) {
          to[place] = 0;
          continue;
        }
        const value = wanted[at + column] as number;
        to[place] = value - (shown[at + column] as number) - (plane.sum[sum + column] as number);
        if (value === seen[at + column]) continue;
        seen[at + column] = value;
        isChanged = true;
      }
    }
    return isChanged;
  };
  const addBlock = (plane: ChangedPlane, sumAt: number, residual: Int32Array) => {
    for (let at = 0; at < 16; at++) {
      const to = sumAt + (at >> 2) * plane.size + (at & 3);
      plane.sum[to] = (plane.sum[to] as number) + (residual[at] as number);
    }
  };
  const startOf = (plane: ChangedPlane, column: number, row: number) =>
    (row * (plane.blocks / (plane.size / 4)) + column) * plane.size * plane.size;

  const quantizeLuma = (column: number, row: number, wanted: Uint8Array) => {
    const start = startOf(luma, column, row);
    for (let index = 0; index < 16; index++) {
      const { x, y } = LUMA_BLOCKS[index] as (typeof LUMA_BLOCKS)[number];
      const sumAt = start + 4 * y * 16 + 4 * x;
      if (!readBlock(luma, 16 * column + 4 * x, 16 * row + 4 * y, sumAt, wanted, block)) {
        lumaLevels.fill(0, 16 * index, 16 * index + 16);
        continue;
      }
      transform(block);
      if (!quantize(block, qp, 0, lumaLevels, 16 * index)) continue;
      inverseTransform(block);
      addBlock(luma, sumAt, block);
      pattern |= 1 << (index >> 2);
    }
  };
  const quantizeChroma = (plane: ChangedPlane, index: number, column: number, row: number, wanted: Uint8Array) => {
    const start = startOf(plane, column, row);
    let some = false;
    for (const [place, each] of chromaBlocks.entries()) {
      const [x, y] = [4 * (place & 1), 4 * (place >> 1)];
      some = readBlock(plane, 8 * column + x, 8 * row + y, start + 8 * y + x, wanted, each) || some;
    }
    const acAt = 60 * index;
    if (!some) {
      dcLevels.fill(0, 4 * index, 4 * index + 4);
      acLevels.fill(0, acAt, acAt + 60);
      return;
    }
    let [codesDc, codesAc] = [false, false];
    for (const [place, each] of chromaBlocks.entries()) {
      transform(each);
      dc[place] = each[0] as number;
      codesAc = quantize(each, qpOfChroma, 1, acLevels, acAt + 15 * place) || codesAc;
    }
    codesDc = quantizeChromaDc(dc, qpOfChroma, dcLevels, 4 * index);
    if (!codesDc && !codesAc) return;
    pattern = (pattern & 15) | Math.max(pattern & 48, codesAc ? 32 : 16);
    for (const [place, each] of chromaBlocks.entries()) {
      each[0] = dc[place] as number;
      inverseTransform(each);
      addBlock(plane, start + 32 * (place >> 1) + 4 * (place & 1), each);
    }
  };

  const writeBlock = (
    writer: BitWriter,
    plane: number,
    x: number,
    y: number,
    levels: Int32Array,
    from: number,
    length: number,
  ) => {
    const { blocks } = planes[plane] as ChangedPlane;
    const count = counts[plane] as Uint8Array;
    const at = y * blocks + x;
    const left = x > 0 ? (count[at - 1] as number) : -1;
    const above = y > 0 ? (count[at - blocks] as number) : -1;
    const context = left < 0 ? Math.max(0, above) : above < 0 ? left : (left + above + 1) >> 1;
    count[at] = writeResidual(writer, levels, from, length, context);
  };

  return {
    /** Quantizes the residual of a macroblock. Returns false if all its levels are zero. */
    quantize(column: number, row: number, wanted: Uint8Array): boolean {
      pattern = 0;
      quantizeLuma(column, row, wanted);
      for (const [index, plane] of chroma.entries()) quantizeChroma(plane, index, column, row, wanted);
      return pattern !== 0;
    },
    /** Writes the macroblock that `quantize` has quantized: P_L0_16x16 without motion (H.264, 7.3.5). */
    write(writer: BitWriter, column: number, row: number): void {
      writer.writeUnsigned(0);
      writer.writeSigned(0);
      writer.writeSigned(0);
      writer.writeUnsigned(patternCodes[pattern] as number);
      writer.writeSigned(0);
      for (const [index, { x, y }] of LUMA_BLOCKS.entries())
        if (pattern & (1 << (index >> 2)))
          writeBlock(writer, 0, 4 * column + x, 4 * row + y, lumaLevels, 16 * index, 16);
      if (pattern < 16) return;
      for (const index of [0, 1]) writeResidual(writer, dcLevels, 4 * index, 4, 'chromaDc');
      if (pattern < 32) return;
      for (const index of [0, 1])
        for (let place = 0; place < 4; place++) {
          const [x, y] = [2 * column + (place & 1), 2 * row + (place >> 1)];
          writeBlock(writer, 1 + index, x, y, acLevels, 60 * index + 15 * place, 15);
        }
    },
  };
}
