import type { YuvImage } from '../../platform/media.ts';
import type { BitWriter } from './bits.ts';
import { writeResidual } from './cavlc.ts';
import { type MotionField, PARTS, QUARTERS, Shape } from './motion.ts';
import { chromaQp, inverseTransform, quantize, quantizeChromaDc, stepOf, transform } from './transform.ts';

export interface MacroblockCoderOptions {
  /** Macroblocks in a row of the frame, and in the frame. */
  readonly columns: number;
  readonly macroblocks: number;
  /** The frame before the first coded one. Its sides are multiples of eight, as those of every resolution. */
  readonly shown: YuvImage;
  readonly qp: number;
  readonly field: MotionField;
}

/** Codes macroblocks of P frames by CAVLC. Call `begin`, then `choose` for ascending addresses, then `end`. */
export interface MacroblockCoder {
  begin(wanted: Uint8Array): void;
  /**
   * Chooses the motion of a macroblock, also of one that doesn't change but would move if it were skipped.
   * @param motions pairs of x and y to try besides none and the predicted one
   * @returns false to skip the macroblock
   */
  choose(address: number, motions: readonly number[]): boolean;
  /** Writes the macroblock that `choose` has chosen: P_L0_16x16 (H.264, 7.3.5). */
  write(writer: BitWriter, address: number): void;
  /** Makes the frame the preceding one of the next frame. */
  end(): void;
}

interface Plane {
  readonly start: number;
  readonly stride: number;
  readonly height: number;
  /** Side of a macroblock in this plane. */
  readonly size: 16 | 8;
  /** Number of 4 × 4 blocks in a row of the frame. */
  readonly blocks: number;
  /** Number of coefficients of each block of the frame. */
  readonly counts: Uint8Array;
}

function planesOf({ width, height }: YuvImage, columns: number, macroblocks: number): [Plane, Plane, Plane] {
  const pixels = width * height;
  const counts = (blocks: number) => new Uint8Array(blocks * macroblocks);
  const chroma = { stride: width / 2, height: height / 2, size: 8, blocks: 2 * columns } as const;
  return [
    { start: 0, stride: width, height, size: 16, blocks: 4 * columns, counts: counts(16) },
    { start: pixels, ...chroma, counts: counts(4) },
    { start: pixels + pixels / 4, ...chroma, counts: counts(4) },
  ];
}

/** `coded_block_pattern` of inter macroblocks by `codeNum` (H.264, table 9-4). */
const PATTERNS = [
  0, 16, 1, 2, 4, 8, 32, 3, 5, 10, 12, 15, 47, 7, 11, 13, 14, 6, 9, 31, 35, 37, 42, 44, 33, 34, 36, 40, 39, 43, 45, 46,
  17, 18, 20, 24, 19, 21, 26, 28, 23, 27, 29, 30, 22, 25, 38, 41,
];
const patternCodes = PATTERNS.map((_, pattern) => PATTERNS.indexOf(pattern));

/** Column and row of a luma block by its place in coding order (H.264, 6.4.3). */
const columnOf = (index: number) => (index & 1) + ((index >> 1) & 2);
const rowOf = (index: number) => ((index >> 1) & 1) + ((index >> 2) & 2);

export function createMacroblockCoder(options: MacroblockCoderOptions): MacroblockCoder {
  const { columns, macroblocks, shown, qp, field } = options;
  const { width, height } = shown;
  const planes = planesOf(shown, columns, macroblocks);
  const [luma, blue, red] = planes;
  const qpOfChroma = chromaQp(qp);
  /** Sum of differences below which a block's levels are all zero, nearly always. */
  const ignored = Math.round(2 * stepOf(qp));
  const bitCost = Math.max(1, Math.round(stepOf(qp) / 3));
  /** What the decoder shows of the preceding frame and of this frame, but for the error of the first encoder. */
  const before = new Uint8ClampedArray(shown.data);
  const now = new Uint8ClampedArray(shown.data);
  const wordsBefore = new Uint32Array(before.buffer);
  const wordsNow = new Uint32Array(now.buffer);
  let wanted: Uint8Array = shown.data;
  let coded: number[] = [];

  const residuals = Array.from({ length: 16 }, () => new Int32Array(16));
  const lumaLevels = new Int32Array(16 * 16);
  const dcLevels = new Int32Array(2 * 4);
  const acLevels = new Int32Array(2 * 4 * 15);
  const dc = new Int32Array(4);
  let pattern = 0;

  /** Moves a square of a plane from the preceding frame to this frame. Its side is a multiple of four. */
  const copy = ({ start, stride, height }: Plane, left: number, top: number, side: number, move: number) => {
    const right = Math.min(left + side, stride);
    const bottom = Math.min(top + side, height);
    for (let y = top; y < bottom; y++)
      for (let at = start + y * stride + left; at < start + y * stride + right; at += 4) {
        now[at] = before[at + move] as number;
        now[at + 1] = before[at + move + 1] as number;
        now[at + 2] = before[at + move + 2] as number;
        now[at + 3] = before[at + move + 3] as number;
      }
  };

  /** Motions to choose from, and the differences that each leaves in each quarter. */
  const xs = new Int16Array(MAX_MOTIONS);
  const ys = new Int16Array(MAX_MOTIONS);
  const lacks = new Int32Array(4 * MAX_MOTIONS);
  /** Blocks of each quarter that differ by more than `ignored`, one bit each in coding order. */
  const lacking = new Uint8Array(4 * MAX_MOTIONS);
  let motions = 0;
  const addMotion = (address: number, x: number, y: number) => {
    if (motions === MAX_MOTIONS) return;
    for (let index = 0; index < motions; index++) if (xs[index] === x && ys[index] === y) return;
    xs[motions] = x;
    ys[motions] = y;
    const left = 16 * (address % columns);
    const top = 16 * Math.floor(address / columns);
    for (let quarter = 0; quarter < 4; quarter++)
      measure(4 * motions + quarter, left + 8 * (quarter & 1), top + 4 * (quarter & 2), x, y);
    motions++;
  };

  /** Measures the differences that a motion leaves in a quarter, but for small ones. */
  const measure = (at: number, left: number, top: number, x: number, y: number) => {
    const right = Math.min(left + 8, width);
    const bottom = Math.min(top + 8, height);
    lacking[at] = 0;
    if (left + x < 0 || top + y < 0 || right + x > width || bottom + y > height) {
      lacks[at] = OUTSIDE;
      return;
    }
    const move = y * width + x;
    let sum = 0;
    let blocks = 0;
    for (let blockY = top; blockY < bottom; blockY += 4) {
      for (let blockX = left; blockX < right; blockX += 4) {
        let difference = 0;
        for (let row = blockY; row < blockY + 4; row++) {
          const at = row * width + blockX;
          const from = at + move;
          difference +=
            Math.abs((wanted[at] as number) - (before[from] as number)) +
            Math.abs((wanted[at + 1] as number) - (before[from + 1] as number)) +
            Math.abs((wanted[at + 2] as number) - (before[from + 2] as number)) +
            Math.abs((wanted[at + 3] as number) - (before[from + 3] as number));
        }
        if (difference <= ignored) continue;
        sum += difference;
        blocks |= 1 << ((blockX > left ? 1 : 0) + (blockY > top ? 2 : 0));
      }
    }
    lacks[at] = sum;
    lacking[at] = blocks;
  };

  /** Index of the motion that costs least for the quarters of a part. */
  const chosen = new Uint8Array(4);
  let [bestShape, bestCost]: [Shape, number] = [Shape.whole, 0];
  const best = new Uint8Array(4);
  const tryShape = (address: number, shape: Shape, skipX: number, skipY: number) => {
    let cost = bitCost * (SHAPE_BITS[shape] as number);
    for (const part of PARTS[shape] as readonly number[]) {
      const quarters = (QUARTERS[shape] as readonly (readonly number[])[])[part] as readonly number[];
      field.predict(address, shape, part);
      let least = Number.POSITIVE_INFINITY;
      let index = 0;
      for (let each = 0; each < motions; each++) {
        const x = xs[each] as number;
        const y = ys[each] as number;
        const isSkip = shape === Shape.whole && x === skipX && y === skipY;
        let of = isSkip ? 0 : bitCost * (bitsOfSigned(4 * (x - field.x)) + bitsOfSigned(4 * (y - field.y)));
        for (const quarter of quarters) of += lacks[4 * each + quarter] as number;
        if (of < least) [least, index] = [of, each];
      }
      cost += least;
      for (const quarter of quarters) {
        chosen[quarter] = index;
        field.set(address, quarter, xs[index] as number, ys[index] as number);
      }
    }
    if (cost >= bestCost) return;
    bestShape = shape;
    bestCost = cost;
    // Without `set`, whose call takes longer than four elements.
    for (let quarter = 0; quarter < 4; quarter++) best[quarter] = chosen[quarter] as number;
  };

  /** Reads what a block inside the frame lacks to look as wanted. */
  const readBlock = ({ start, stride }: Plane, x: number, y: number, to: Int32Array) => {
    let at = start + y * stride + x;
    for (let row = 0; row < 16; row += 4) {
      to[row] = (wanted[at] as number) - (now[at] as number);
      to[row + 1] = (wanted[at + 1] as number) - (now[at + 1] as number);
      to[row + 2] = (wanted[at + 2] as number) - (now[at + 2] as number);
      to[row + 3] = (wanted[at + 3] as number) - (now[at + 3] as number);
      at += stride;
    }
  };
  const addBlock = ({ start, stride }: Plane, x: number, y: number, residual: Int32Array) => {
    let at = start + y * stride + x;
    for (let row = 0; row < 16; row += 4) {
      now[at] = (now[at] as number) + (residual[row] as number);
      now[at + 1] = (now[at + 1] as number) + (residual[row + 1] as number);
      now[at + 2] = (now[at + 2] as number) + (residual[row + 2] as number);
      now[at + 3] = (now[at + 3] as number) + (residual[row + 3] as number);
      at += stride;
    }
  };

  /** Returns the sum of differences of a macroblock of a plane of chroma. */
  const chromaDifference = ({ start, stride, height }: Plane, left: number, top: number) => {
    const right = Math.min(left + 8, stride);
    const bottom = Math.min(top + 8, height);
    let difference = 0;
    for (let y = top; y < bottom; y++)
      for (let at = start + y * stride + left; at < start + y * stride + right; at += 4)
        difference +=
          Math.abs((wanted[at] as number) - (now[at] as number)) +
          Math.abs((wanted[at + 1] as number) - (now[at + 1] as number)) +
          Math.abs((wanted[at + 2] as number) - (now[at + 2] as number)) +
          Math.abs((wanted[at + 3] as number) - (now[at + 3] as number));
    return difference;
  };

  const quantizeLuma = (column: number, row: number) => {
    for (let quarter = 0; quarter < 4; quarter++) {
      const blocks = lacking[4 * (best[quarter] as number) + quarter] as number;
      if (blocks === 0) continue;
      let worth = 0;
      let some = 0;
      for (let index = 4 * quarter; index < 4 * quarter + 4; index++) {
        if (!(blocks & (1 << (index & 3)))) continue;
        const block = residuals[index] as Int32Array;
        readBlock(luma, 16 * column + 4 * columnOf(index), 16 * row + 4 * rowOf(index), block);
        transform(block);
        if (quantize(block, qp, 0, lumaLevels, 16 * index)) {
          some |= 1 << index;
          worth += worthOf(lumaLevels, 16 * index, 16);
        }
      }
      if (worth < MIN_WORTH) continue;
      pattern |= 1 << quarter;
      for (let index = 4 * quarter; index < 4 * quarter + 4; index++) {
        if (!(some & (1 << index))) {
          lumaLevels.fill(0, 16 * index, 16 * index + 16);
          continue;
        }
        const block = residuals[index] as Int32Array;
        inverseTransform(block);
        addBlock(luma, 16 * column + 4 * columnOf(index), 16 * row + 4 * rowOf(index), block);
      }
    }
  };
  const quantizeChroma = (plane: Plane, index: number, column: number, row: number) => {
    const acAt = 60 * index;
    const [left, top] = [8 * column, 8 * row];
    let codesAc = false;
    let codesDc = false;
    if (chromaDifference(plane, left, top) > ignored) {
      for (let place = 0; place < 4; place++) {
        const block = residuals[place] as Int32Array;
        const [x, y] = [left + 4 * (place & 1), top + 4 * (place >> 1)];
        if (x < plane.stride && y < plane.height) readBlock(plane, x, y, block);
        else block.fill(0);
        transform(block);
        dc[place] = block[0] as number;
        codesAc = quantize(block, qpOfChroma, 1, acLevels, acAt + 15 * place) || codesAc;
      }
      codesDc = quantizeChromaDc(dc, qpOfChroma, dcLevels, 4 * index);
    }
    if (!codesDc) dcLevels.fill(0, 4 * index, 4 * index + 4);
    if (!codesAc) acLevels.fill(0, acAt, acAt + 60);
    if (!codesDc && !codesAc) return;
    pattern = (pattern & 15) | Math.max(pattern & 48, codesAc ? 32 : 16);
    for (let place = 0; place < 4; place++) {
      const [x, y] = [left + 4 * (place & 1), top + 4 * (place >> 1)];
      if (x >= plane.stride || y >= plane.height) continue;
      const block = residuals[place] as Int32Array;
      block[0] = dc[place] as number;
      inverseTransform(block);
      addBlock(plane, x, y, block);
    }
  };

  const writeBlock = (
    writer: BitWriter,
    { blocks, counts }: Plane,
    x: number,
    y: number,
    levels: Int32Array,
    from: number,
    length: number,
  ) => {
    const at = y * blocks + x;
    const left = x > 0 ? (counts[at - 1] as number) : -1;
    const above = y > 0 ? (counts[at - blocks] as number) : -1;
    const context = left < 0 ? Math.max(0, above) : above < 0 ? left : (left + above + 1) >> 1;
    counts[at] = writeResidual(writer, levels, from, length, context);
  };

  return {
    begin(frame) {
      wanted = frame;
      coded = [];
      field.clear();
      for (const { counts } of planes) counts.fill(0);
    },
    choose(address, hints) {
      field.predictSkipped(address);
      const [skipX, skipY] = [field.x, field.y];
      motions = 0;
      addMotion(address, 0, 0);
      addMotion(address, skipX, skipY);
      for (let at = 0; at < hints.length; at += 2) addMotion(address, hints[at] as number, hints[at + 1] as number);
      bestCost = Number.POSITIVE_INFINITY;
      tryShape(address, Shape.whole, skipX, skipY);
      // Cutting a macroblock costs more than the bits of its motion.
      if (motions > 1 && bestCost > bitCost * CUT_BITS) {
        tryShape(address, Shape.rows, skipX, skipY);
        tryShape(address, Shape.columns, skipX, skipY);
        tryShape(address, Shape.quarters, skipX, skipY);
      }
      const [column, row] = [address % columns, Math.floor(address / columns)];
      let moves = false;
      let skips = bestShape === Shape.whole;
      for (let quarter = 0; quarter < 4; quarter++) {
        const [x, y] = [xs[best[quarter] as number] as number, ys[best[quarter] as number] as number];
        field.set(address, quarter, x, y);
        skips &&= x === skipX && y === skipY;
        if (x === 0 && y === 0) continue;
        moves = true;
        const [left, top] = [16 * column + 8 * (quarter & 1), 16 * row + 4 * (quarter & 2)];
        copy(luma, left, top, 8, y * width + x);
        const move = (y * width) / 4 + x / 2;
        copy(blue, left / 2, top / 2, 4, move);
        copy(red, left / 2, top / 2, 4, move);
      }
      pattern = 0;
      quantizeLuma(column, row);
      quantizeChroma(blue, 0, column, row);
      quantizeChroma(red, 1, column, row);
      if (pattern !== 0 || moves) coded.push(address);
      return pattern !== 0 || !skips;
    },
    write(writer, address) {
      writer.writeUnsigned(bestShape);
      if (bestShape === Shape.quarters) writer.writeBits(0b1111, 4);
      for (const part of PARTS[bestShape] as readonly number[]) {
        field.predict(address, bestShape, part);
        const index = best[part] as number;
        writer.writeSigned(4 * ((xs[index] as number) - field.x));
        writer.writeSigned(4 * ((ys[index] as number) - field.y));
      }
      writer.writeUnsigned(patternCodes[pattern] as number);
      if (pattern === 0) return;
      const [column, row] = [address % columns, Math.floor(address / columns)];
      writer.writeSigned(0);
      for (let index = 0; index < 16; index++)
        if (pattern & (1 << (index >> 2)))
          writeBlock(writer, luma, 4 * column + columnOf(index), 4 * row + rowOf(index), lumaLevels, 16 * index, 16);
      if (pattern < 16) return;
      for (const index of [0, 1]) writeResidual(writer, dcLevels, 4 * index, 4, 'chromaDc');
      if (pattern < 32) return;
      for (let block = 0; block < 8; block++) {
        const [x, y] = [2 * column + (block & 1), 2 * row + ((block >> 1) & 1)];
        writeBlock(writer, block < 4 ? blue : red, x, y, acLevels, 15 * block, 15);
      }
    },
    end() {
      for (const address of coded)
        for (const { start, stride, height, size } of planes) {
          const left = size * (address % columns);
          const top = size * Math.floor(address / columns);
          const words = Math.min(size, stride - left) / 4;
          const bottom = Math.min(top + size, height);
          for (let y = top; y < bottom; y++) {
            const first = (start + y * stride + left) / 4;
            for (let at = first; at < first + words; at++) wordsBefore[at] = wordsNow[at] as number;
          }
        }
    },
  };
}

/** Length of a signed Exp-Golomb code. */
const bitsOfSigned = (value: number) => 63 - 2 * Math.clz32(value > 0 ? 2 * value : 1 - 2 * value);

/** Differences of a motion that leads out of the frame: more than all others, even four times. */
const OUTSIDE = 1 << 24;

/** Most motions to choose from. */
const MAX_MOTIONS = 12;
/** Bits of `mb_type` and `sub_mb_type`. */
const SHAPE_BITS = [1, 3, 3, 9] as const;
/** Fewest bits at which it can be worth to cut a macroblock. */
const CUT_BITS = 30;

/** Least worth of the levels of a quarter of a macroblock; below, they aren't coded. */
const MIN_WORTH = 4;
/** Worth of a level of ±1 after a number of zeros: high frequencies cost more bits than they are seen. */
const WORTHS = [3, 2, 2, 1, 1, 1] as const;

/** Returns how much the levels of a block are worth, as x264 decides (`decimate_score`). */
function worthOf(levels: Int32Array, from: number, length: number): number {
  let worth = 0;
  let zeros = 0;
  for (let index = from; index < from + length; index++) {
    const level = levels[index] as number;
    if (level === 0) zeros++;
    else {
      if (level > 1 || level < -1) return 9;
      worth += WORTHS[zeros] ?? 0;
      zeros = 0;
    }
  }
  return worth;
}
