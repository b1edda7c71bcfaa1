import { RANGE_TAB_LPS, TRANS_IDX_LPS } from '../../base/cabac-tables.ts';
import { CONTEXT_COUNT, INITIAL_VALUES } from './contexts.ts';

// CABAC tables by the state of a context, which is `pStateIdx` × 2 + `valMps` (ITU-T H.265, 9.3.4.3.2).
const LPS_RANGES = Uint8Array.from({ length: 512 }, (_, at) => RANGE_TAB_LPS[at >> 3]?.[at & 3] ?? 0);
const AFTER_MPS = Uint8Array.from({ length: 128 }, (_, state) => Math.min(state + 2, 124 | (state & 1)));
const AFTER_LPS = Uint8Array.from({ length: 128 }, (_, state) =>
  state < 2 ? state ^ 1 : ((TRANS_IDX_LPS[state >> 1] as number) << 1) | (state & 1),
);

/** The arithmetic decoder CABAC of HEVC (ITU-T H.265, 9.3.4.3). Throws RangeError past the end of the data. */
export class CabacDecoder {
  /** State of each CABAC context: `pStateIdx` × 2 + `valMps`. */
  readonly states = new Uint8Array(CONTEXT_COUNT);
  private range = 0;
  /** The value `ivlOffset` of CABAC (ITU-T H.265, 9.3.4.3), followed by seven further bits of the data. */
  private value = 0;
  /** Number of bits by which `value` has shifted since the last read byte, minus eight. At 0, a byte is read. */
  private bitsNeeded = 0;

  /** @param at offset in `data` of the next byte to decode */
  constructor(
    private readonly data: Uint8Array,
    private at: number,
  ) {}

  /** Initializes the arithmetic decoder at the next byte (ITU-T H.265, 9.3.2.5). */
  start(): void {
    this.range = 510;
    this.bitsNeeded = -8;
    this.value = this.nextByte() << 8;
    this.value |= this.nextByte();
  }

  /** Initializes the CABAC contexts of an intra slice with the quantization parameter `qp` (ITU-T H.265, 9.3.2.2). */
  resetStates(qp: number): void {
    const clamped = Math.min(51, Math.max(0, qp));
    for (let index = 0; index < CONTEXT_COUNT; index++) {
      const value = INITIAL_VALUES[index] as number;
      const [slope, offset] = [(value >> 4) * 5 - 45, ((value & 15) << 3) - 16];
      const state = Math.min(126, Math.max(1, ((slope * clamped) >> 4) + offset));
      this.states[index] = state <= 63 ? (63 - state) << 1 : ((state - 64) << 1) | 1;
    }
  }

  bin(context: number): number {
    const state = this.states[context] as number;
    const lps = LPS_RANGES[((state >> 1) << 3) | ((this.range >> 6) & 3)] as number;
    this.range -= lps;
    const scaled = this.range << 7;
    if (this.value < scaled) {
      this.states[context] = AFTER_MPS[state] as number;
      if (scaled < 256 << 7) {
        this.range = scaled >> 6;
        this.shift();
      }
      return state & 1;
    }
    const shift = Math.clz32(lps) - 23;
    this.value = (this.value - scaled) << shift;
    this.range = lps << shift;
    this.states[context] = AFTER_LPS[state] as number;
    this.bitsNeeded += shift;
    if (this.bitsNeeded >= 0) {
      this.value += this.nextByte() << this.bitsNeeded;
      this.bitsNeeded -= 8;
    }
    return 1 - (state & 1);
  }

  bypass(): number {
    this.shift();
    const scaled = this.range << 7;
    if (this.value < scaled) return 0;
    this.value -= scaled;
    return 1;
  }

  bypassBits(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index++) value = value * 2 + this.bypass();
    return value;
  }

  terminate(): boolean {
    this.range -= 2;
    const scaled = this.range << 7;
    if (this.value >= scaled) return true;
    if (scaled < 256 << 7) {
      this.range = scaled >> 6;
      this.shift();
    }
    return false;
  }

  /** True if the last read byte ends with a stop bit and zeros. Call after `terminate` only. */
  get isAligned(): boolean {
    return (((this.data[this.at - 1] as number) << (8 + this.bitsNeeded)) & 0xff) === 0x80;
  }

  /** True if the slice data ends with a stop bit and zero bytes (`cabac_zero_words`). Call after `terminate` only. */
  get isAtEnd(): boolean {
    if (!this.isAligned) return false;
    for (let at = this.at; at < this.data.length; at++) if (this.data[at] !== 0) return false;
    return true;
  }

  /** Shifts `value` by one bit, and reads a byte after eight bits. */
  private shift(): void {
    this.value <<= 1;
    if (++this.bitsNeeded === 0) {
      this.bitsNeeded = -8;
      this.value |= this.nextByte();
    }
  }

  private nextByte(): number {
    const byte = this.data[this.at++];
    if (byte === undefined) throw new RangeError('The data of a slice is cut off');
    return byte;
  }
}
