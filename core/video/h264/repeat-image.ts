import { BitWriter } from './bits.ts';
import { escapeNal, NalType } from './nal.ts';
import type { ImageParameters, SequenceParameters } from './parameter-sets.ts';
import { RANGE_TAB_LPS } from './range-table.ts';

// A generated frame is a P slice of skipped macroblocks, about 40 bytes, without motion (H.264, 8.4.1.1).
export interface RepeatPosition {
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
    writeSliceHeader(writer, position, sps, pps);
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
function writeSliceHeader(
  writer: BitWriter,
  { frameNum, orderCount, isReference }: RepeatPosition,
  sps: SequenceParameters,
  pps: ImageParameters,
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
  writer.writeSigned(SKIP_QP - pps.initialQp);
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
