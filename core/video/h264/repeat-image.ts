import { BitWriter, escapeNal, NalType } from './bits.ts';
import type { ImageParameters, SequenceParameters } from './parameter-sets.ts';

// A generated frame is a P slice of skipped macroblocks, about 40 bytes, without motion (H.264, 8.4.1.1).
interface RepeatPosition {
  readonly frameNum: number;
  /** Value of `pic_order_cnt_lsb`, used only if `pic_order_cnt_type` is 0. */
  readonly orderCount: number;
  readonly isReference: boolean;
}

/** Returns a function that generates H.264 frames that repeat the preceding frame, for one SPS and PPS. */
export type RepeatMaker = (position: RepeatPosition) => Uint8Array<ArrayBuffer>;

export function createRepeatMaker(sps: SequenceParameters, pps: ImageParameters): RepeatMaker {
  const skips = pps.cabac ? codeSkips(sps.macroblocks) : undefined;
  return (position) => {
    const writer = new BitWriter();
    writeSliceHeader(writer, position, sps, pps, SKIP_QP);
    if (skips) {
      while (!writer.isAligned) writer.writeBits(1, 1);
      return escapeNal(new Uint8Array([...writer.toBytes(), ...skips]));
    }
    writer.writeUnsigned(sps.macroblocks);
    writer.writeBits(1, 1);
    return escapeNal(writer.toBytes());
  };
}

/** Writes the header of an H.264 P slice that covers the whole frame (H.264, 7.3.3). */
export function writeSliceHeader(
  writer: BitWriter,
  { frameNum, orderCount, isReference }: RepeatPosition,
  sps: SequenceParameters,
  pps: ImageParameters,
  qp: number,
): void {
  writer.writeBits(((isReference ? 1 : 0) << 5) | NalType.slice, 8);
  writer.writeUnsigned(0);
  writer.writeUnsigned(5);
  writer.writeUnsigned(pps.id);
  writer.writeBits(frameNum, sps.frameNumBits);
  if (sps.orderCountType === 0) writer.writeBits(orderCount, sps.orderCountBits);
  writer.writeFlag(pps.references !== 1);
  if (pps.references !== 1) writer.writeUnsigned(0);
  writer.writeFlag(false);
  if (pps.weightedPrediction) {
    writer.writeUnsigned(0);
    if (sps.chromaFormat !== 0) writer.writeUnsigned(0);
    writer.writeFlag(false);
    if (sps.chromaFormat !== 0) writer.writeFlag(false);
  }
  if (isReference) writer.writeFlag(false);
  if (pps.cabac) writer.writeUnsigned(0);
  writer.writeSigned(qp - pps.initialQp);
  if (pps.deblockingControl) writer.writeUnsigned(1);
}

/** Quantization parameter of generated frames, at which the initial CABAC state makes `mb_skip_flag` 1 probable. */
const SKIP_QP = 40;

/** Initial values of CABAC context 11 (`mb_skip_flag`, skipped neighbors), `cabac_init_idc` 0 (H.264, table 9-13). */
const SKIP_CONTEXT = { m: 23, n: 33 };

/** Encodes `count` skipped macroblocks and the end of a slice by CABAC (H.264, 9.3.4). */
function codeSkips(count: number): Uint8Array<ArrayBuffer> {
  const coder = new ArithmeticCoder();
  let state = ((SKIP_CONTEXT.m * SKIP_QP) >> 4) + SKIP_CONTEXT.n - 64;
  for (let index = 0; index < count; index++) {
    coder.encodeMps(state);
    state = Math.min(state + 1, 62);
    coder.encodeEndOfSlice(index === count - 1);
  }
  return coder.flush();
}

/** The CABAC encoder of H.264, 9.3.4.2, reduced to the more probable symbols, which code skipped macroblocks. */
class ArithmeticCoder {
  private readonly writer = new BitWriter();
  private low = 0;
  private range = 510;
  private outstanding = 0;
  private isFirstBit = true;

  encodeMps(state: number): void {
    this.range -= RANGE_TAB_LPS[state]?.[(this.range >> 6) & 3] as number;
    this.renormalize();
  }

  /** Encodes the H.264 flag `end_of_slice_flag` (H.264, 9.3.4.5). */
  encodeEndOfSlice(isEnd: boolean): void {
    this.range -= 2;
    if (isEnd) {
      this.low += this.range;
      this.range = 2;
    }
    this.renormalize();
  }

  /** Flushes the CABAC encoder at the end of the slice; the last bit is the RBSP stop bit (H.264, 9.3.4.5). */
  flush(): Uint8Array<ArrayBuffer> {
    this.putBit((this.low >> 9) & 1);
    this.writer.writeBits(((this.low >> 7) & 3) | 1, 2);
    return this.writer.toBytes();
  }

  private renormalize(): void {
    while (this.range < 256) {
      if (this.low < 256) this.putBit(0);
      else if (this.low >= 512) {
        this.low -= 512;
        this.putBit(1);
      } else {
        this.low -= 256;
        this.outstanding++;
      }
      this.range <<= 1;
      this.low <<= 1;
    }
  }

  private putBit(bit: number): void {
    if (this.isFirstBit) this.isFirstBit = false;
    else this.writer.writeBits(bit, 1);
    for (; this.outstanding > 0; this.outstanding--) this.writer.writeBits(1 - bit, 1);
  }
}

/** Table `rangeTabLPS` of the arithmetic coder (ITU-T H.264, 9.3.4.2), indexed by state (`pStateIdx`), then by `qCodIRangeIdx`. */
// biome-ignore format: a table
const RANGE_TAB_LPS: readonly (readonly number[])[] = [
  [128, 176, 208, 240], [128, 167, 197, 227], [128, 158, 187, 216], [123, 150, 178, 205],
  [116, 142, 169, 195], [111, 135, 160, 185], [105, 128, 152, 175], [100, 122, 144, 166],
  [95, 116, 137, 158], [90, 110, 130, 150], [85, 104, 123, 142], [81, 99, 117, 135],
  [77, 94, 111, 128], [73, 89, 105, 122], [69, 85, 100, 116], [66, 80, 95, 110],
  [62, 76, 90, 104], [59, 72, 86, 99], [56, 69, 81, 94], [53, 65, 77, 89],
  [51, 62, 73, 85], [48, 59, 69, 80], [46, 56, 66, 76], [43, 53, 63, 72],
  [41, 50, 59, 69], [39, 48, 56, 65], [37, 45, 54, 62], [35, 43, 51, 59],
  [33, 41, 48, 56], [32, 39, 46, 53], [30, 37, 43, 50], [29, 35, 41, 48],
  [27, 33, 39, 45], [26, 31, 37, 43], [24, 30, 35, 41], [23, 28, 33, 39],
  [22, 27, 32, 37], [21, 26, 30, 35], [20, 24, 29, 33], [19, 23, 27, 31],
  [18, 22, 26, 30], [17, 21, 25, 28], [16, 20, 23, 27], [15, 19, 22, 25],
  [14, 18, 21, 24], [14, 17, 20, 23], [13, 16, 19, 22], [12, 15, 18, 21],
  [12, 14, 17, 20], [11, 14, 16, 19], [11, 13, 15, 18], [10, 12, 15, 17],
  [10, 12, 14, 16], [9, 11, 13, 15], [9, 11, 12, 14], [8, 10, 12, 14],
  [8, 9, 11, 13], [7, 9, 11, 12], [7, 9, 10, 12], [7, 8, 10, 11],
  [6, 8, 9, 11], [6, 7, 9, 10], [6, 7, 8, 9], [2, 2, 2, 2],
];
