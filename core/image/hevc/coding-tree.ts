import { CabacDecoder } from './cabac-decoder.ts';
import { CONTEXTS } from './contexts.ts';
import type { SlicePicture, SliceSequence } from './parameter-sets.ts';
import { DIAGONAL, HORIZONTAL, readResidual, VERTICAL } from './residual.ts';
import { blocksAcross, countBlocks, type SliceHeader } from './slice-header.ts';

/** State of an HEVC image while its slices are read; each slice reads and updates the state. */
export interface SliceState {
  /** Address of the next coding tree block that no slice has covered. */
  readonly next: number;
  /** Slice address of each coding tree block: the address of the first block of the slice; −1 for unread blocks. */
  readonly slices: Int32Array;
  /** For each block of 4 × 4 px: the depth in the coding quadtree, and the luma prediction mode `IntraPredModeY`. */
  readonly depths: Uint8Array;
  readonly modes: Uint8Array;
  /** For each block of 4 × 4 px: the luma quantization parameter `QpY`. */
  readonly qps: Int8Array;
  /** Maximum quantization parameter of chroma blocks with coefficients, before clipping (ITU-T H.265, 8.6.1). */
  readonly maxChromaQp: number;
  /** True if a chroma block of 32 × 32 px has coefficients. */
  readonly hasLargeChroma: boolean;
  /** CABAC states after the previous slice segment and after the previous row's second block (ITU-T H.265, 9.3.1). */
  readonly segmentStates: Uint8Array;
  readonly rowStates: Uint8Array;
}

/** Numbers of intra prediction modes (ITU-T H.265, table 8-1). */
const [PLANAR, DC, ANGULAR_10, ANGULAR_26, ANGULAR_34] = [0, 1, 10, 26, 34];

const CHROMA_MODES = [PLANAR, ANGULAR_26, ANGULAR_10, DC];

/** Value of `intra_chroma_pred_mode` that selects the luma prediction mode (ITU-T H.265, table 8-2). */
const LUMA_MODE = 4;

/** Chroma prediction modes in 4:2:2, by the mode in 4:2:0 and 4:4:4 (ITU-T H.265, table 8-3). */
const MODES_422 = [0, 1, 2, 2, 2, 2, 3, 5, 7, 8, 10, 11, 13, 15, 16, 18, 19, 20, 21, 22, 23, 23, 24, 24, 25, 25, 26, 27, 27, 28, 28, 29, 29, 30, 31]; // biome-ignore format: a table

/** Reads the coding tree blocks of an HEVC slice segment (ITU-T H.265, 7.3.8). Throws RangeError for damaged data. */
export function readBlocks(
  data: Uint8Array,
  start: number,
  header: SliceHeader,
  sequence: SliceSequence,
  picture: SlicePicture,
  before: SliceState | undefined,
): SliceState {
  return new SliceReader(new CabacDecoder(data, start), header, sequence, picture, before).read();
}

class SliceReader {
  private readonly across: number;
  private readonly stride: number;
  private readonly slices: Int32Array;
  private readonly depths: Uint8Array;
  private readonly modes: Uint8Array;
  private readonly qps: Int8Array;
  private maxChromaQp: number;
  private hasLargeChroma: boolean;
  /** `QpY` of the current coding unit, its prediction, and `QpY` of the previous unit (ITU-T H.265, 8.6.1). */
  private qp: number;
  private predictedQp: number;
  private previousQp: number;
  private segmentStates: Uint8Array;
  private rowStates: Uint8Array;
  private readonly sliceAddress: number;
  private address: number;
  private isQpDeltaRead = false;
  private bypassesTransform = false;
  /** Prediction modes of the four parts of a coding unit, for luma and for chroma. */
  private readonly partModes = [DC, DC, DC, DC];
  private readonly chromaModes = [DC, DC, DC, DC];
  private readonly isPrevious = [false, false, false, false];

  constructor(
    private readonly cabac: CabacDecoder,
    private readonly header: SliceHeader,
    private readonly sequence: SliceSequence,
    private readonly picture: SlicePicture,
    before: SliceState | undefined,
  ) {
    this.across = blocksAcross(sequence);
    this.stride = this.across << (sequence.codingTreeBlock - 2);
    const rows = Math.ceil(countBlocks(sequence) / this.across) << (sequence.codingTreeBlock - 2);
    this.slices = before?.slices ?? new Int32Array(countBlocks(sequence)).fill(-1);
    this.depths = before?.depths ?? new Uint8Array(this.stride * rows);
    this.modes = before?.modes ?? new Uint8Array(this.stride * rows);
    this.qps = before?.qps ?? new Int8Array(this.stride * rows);
    this.maxChromaQp = before?.maxChromaQp ?? 0;
    this.hasLargeChroma = before?.hasLargeChroma ?? false;
    this.qp = this.predictedQp = this.previousQp = header.qp;
    this.segmentStates = before?.segmentStates ?? cabac.states;
    this.rowStates = before?.rowStates ?? cabac.states;
    this.address = header.address;
    this.sliceAddress = header.isDependent ? (this.slices[header.address - 1] as number) : header.address;
  }

  read(): SliceState {
    const { cabac, header, across, slices } = this;
    const { hasWavefronts, hasDependentSlices } = this.picture;
    const count = countBlocks(this.sequence);
    cabac.start();
    for (let isEnd = false; !isEnd; ) {
      if (this.address >= count) throw new RangeError('A slice does not end with the image');
      const column = this.address % across;
      slices[this.address] = this.sliceAddress;
      const isRowStart = hasWavefronts && column === 0;
      if (isRowStart) this.startRow();
      else if (this.address === header.address) {
        if (header.isDependent) cabac.states.set(this.segmentStates);
        else cabac.resetStates(header.qp);
      }
      this.readTree(
        column << this.sequence.codingTreeBlock,
        Math.floor(this.address / across) << this.sequence.codingTreeBlock,
      );
      isEnd = cabac.terminate();
      if (hasWavefronts && column === Math.min(1, across - 1)) this.rowStates = cabac.states.slice();
      this.address++;
      if (!isEnd && hasWavefronts && this.address % across === 0) {
        // Reads end_of_subset_one_bit at the end of a row (ITU-T H.265, 7.3.8.1).
        if (!cabac.terminate() || !cabac.isAligned) throw new RangeError('A row does not end where its data ends');
        cabac.start();
      }
    }
    if (!cabac.isAtEnd) throw new RangeError('A slice does not end where its data ends');
    if (hasDependentSlices) this.segmentStates = cabac.states.slice();
    const { depths, modes, qps, maxChromaQp, hasLargeChroma, segmentStates, rowStates } = this;
    return { next: this.address, slices, depths, modes, qps, maxChromaQp, hasLargeChroma, segmentStates, rowStates };
  }

  /** Copies the CABAC contexts of the row above (ITU-T H.265, 9.3.1) if that row's second block is in this slice. */
  private startRow(): void {
    const { cabac, across, slices, address } = this;
    this.previousQp = this.header.qp;
    const aboveRight = address - across + 1;
    if (across > 1 && aboveRight > 0 && slices[aboveRight] === this.sliceAddress) cabac.states.set(this.rowStates);
    else cabac.resetStates(this.header.qp);
  }

  private readTree(x: number, y: number): void {
    if (this.header.hasSaoLuma || this.header.hasSaoChroma) this.readSao();
    this.readQuadtree(x, y, this.sequence.codingTreeBlock, 0);
  }

  /** Reads the HEVC syntax structure `sao`, the sample adaptive offset (ITU-T H.265, 7.3.8.3). */
  private readSao(): void {
    const { cabac, across, address, slices, sliceAddress, header, sequence } = this;
    if (address % across > 0 && slices[address - 1] === sliceAddress && cabac.bin(CONTEXTS.saoMerge) === 1) return;
    if (address >= across && slices[address - across] === sliceAddress && cabac.bin(CONTEXTS.saoMerge) === 1) return;
    let type = 0;
    for (let component = 0; component < (sequence.chroma === 0 ? 1 : 3); component++) {
      if (component === 0 ? !header.hasSaoLuma : !header.hasSaoChroma) continue;
      if (component < 2) type = cabac.bin(CONTEXTS.saoType) === 0 ? 0 : 1 + cabac.bypass();
      if (type === 0) continue;
      const bitDepth = component === 0 ? sequence.bitDepthLuma : sequence.bitDepthChroma;
      const most = (1 << (Math.min(bitDepth, 10) - 5)) - 1;
      let signs = 0;
      for (let offset = 0; offset < 4; offset++) {
        let magnitude = 0;
        while (magnitude < most && cabac.bypass() === 1) magnitude++;
        if (magnitude > 0) signs++;
      }
      // Band offset (type 1) has signs and a band position; edge offset has a class (ITU-T H.265, 7.3.8.3).
      if (type === 1) cabac.bypassBits(signs + 5);
      else if (component < 2) cabac.bypassBits(2);
    }
  }

  /** True if the block at a position is inside the image and in the current slice. */
  private isAvailable(x: number, y: number): boolean {
    if (x < 0 || y < 0) return false;
    const log2 = this.sequence.codingTreeBlock;
    return this.slices[(y >> log2) * this.across + (x >> log2)] === this.sliceAddress;
  }

  private cellAt(x: number, y: number): number {
    return (y >> 2) * this.stride + (x >> 2);
  }

  /** Reads the HEVC syntax structure `coding_quadtree` (ITU-T H.265, 7.3.8.4). */
  private readQuadtree(x: number, y: number, log2: number, depth: number): void {
    const { width, height, minCodingBlock, codingTreeBlock } = this.sequence;
    const size = 1 << log2;
    let isSplit = log2 > minCodingBlock;
    if (isSplit && x + size <= width && y + size <= height) {
      let context: number = CONTEXTS.splitCodingUnit;
      if (this.isAvailable(x - 1, y) && (this.depths[this.cellAt(x - 1, y)] as number) > depth) context++;
      if (this.isAvailable(x, y - 1) && (this.depths[this.cellAt(x, y - 1)] as number) > depth) context++;
      isSplit = this.cabac.bin(context) === 1;
    }
    const { qpDeltaDepth } = this.picture;
    if (qpDeltaDepth !== undefined && log2 >= codingTreeBlock - qpDeltaDepth) this.startQuantization(x, y);
    if (!isSplit) {
      this.readUnit(x, y, log2, depth);
      return;
    }
    const half = size >> 1;
    for (let part = 0; part < 4; part++) {
      const [left, top] = [x + (part & 1) * half, y + (part >> 1) * half];
      if (left < width && top < height) this.readQuadtree(left, top, log2 - 1, depth + 1);
    }
  }

  /** Predicts a quantization group's parameter from the left and upper neighbors (ITU-T H.265, 8.6.1). */
  private startQuantization(x: number, y: number): void {
    const mask = (1 << this.sequence.codingTreeBlock) - 1;
    const left = x & mask ? (this.qps[this.cellAt(x - 1, y)] as number) : this.previousQp;
    const above = y & mask ? (this.qps[this.cellAt(x, y - 1)] as number) : this.previousQp;
    this.predictedQp = (left + above + 1) >> 1;
    this.qp = this.predictedQp;
    this.isQpDeltaRead = false;
  }

  /** Reads the HEVC syntax structure `coding_unit` of an intra slice (ITU-T H.265, 7.3.8.5). */
  private readUnit(x: number, y: number, log2: number, depth: number): void {
    const { cabac, sequence, picture, isPrevious, partModes, chromaModes } = this;
    this.bypassesTransform = picture.mayBypassTransform && cabac.bin(CONTEXTS.bypassTransform) === 1;
    const hasParts = log2 === sequence.minCodingBlock && cabac.bin(CONTEXTS.partMode) === 0;
    const parts = hasParts ? 4 : 1;
    const size = (1 << log2) >> (hasParts ? 1 : 0);
    for (let part = 0; part < parts; part++) isPrevious[part] = cabac.bin(CONTEXTS.previousIntraMode) === 1;
    for (let part = 0; part < parts; part++) {
      const [left, top] = [x + (part & 1) * size, y + (part >> 1) * size];
      const mode = this.readLumaMode(left, top, isPrevious[part] === true);
      partModes[part] = mode;
      this.fill(this.modes, left, top, size, mode);
    }
    this.fill(this.depths, x, y, 1 << log2, depth);
    const chromaParts = sequence.chroma === 3 ? parts : sequence.chroma === 0 ? 0 : 1;
    for (let part = 0; part < chromaParts; part++) chromaModes[part] = this.readChromaMode(partModes[part] as number);
    this.readTransforms(x, y, log2, 0, 0, hasParts, true, true, sequence.maxIntraDepth + (hasParts ? 1 : 0), 0);
    this.fill(this.qps, x, y, 1 << log2, this.qp);
    this.previousQp = this.qp;
  }

  private fill(cells: Uint8Array | Int8Array, x: number, y: number, size: number, value: number): void {
    const { width, height } = this.sequence;
    const columns = (Math.min(size, width - x) + 3) >> 2;
    for (let row = y; row < Math.min(y + size, height); row += 4) {
      const at = this.cellAt(x, row);
      cells.fill(value, at, at + columns);
    }
  }

  /** Reads the luma prediction mode `IntraPredModeY` of a block (ITU-T H.265, 8.4.2). */
  private readLumaMode(x: number, y: number, isPrevious: boolean): number {
    const { cabac, modes } = this;
    const left = this.isAvailable(x - 1, y) ? (modes[this.cellAt(x - 1, y)] as number) : DC;
    const isInRow = (y - 1) >> this.sequence.codingTreeBlock === y >> this.sequence.codingTreeBlock;
    const above = isInRow && this.isAvailable(x, y - 1) ? (modes[this.cellAt(x, y - 1)] as number) : DC;
    let [a, b, c] = [left, above, 0];
    if (left !== above)
      c = left !== PLANAR && above !== PLANAR ? PLANAR : left !== DC && above !== DC ? DC : ANGULAR_26;
    else if (left < 2) [a, b, c] = [PLANAR, DC, ANGULAR_26];
    else [b, c] = [2 + ((left + 29) % 32), 2 + ((left - 2 + 1) % 32)];
    if (isPrevious) return cabac.bypass() === 0 ? a : cabac.bypass() === 0 ? b : c;
    let mode = cabac.bypassBits(5);
    if (a > b) [a, b] = [b, a];
    if (a > c) [a, c] = [c, a];
    if (b > c) [b, c] = [c, b];
    if (mode >= a) mode++;
    if (mode >= b) mode++;
    if (mode >= c) mode++;
    return mode;
  }

  /** Reads the chroma prediction mode `IntraPredModeC` (ITU-T H.265, 8.4.3). */
  private readChromaMode(luma: number): number {
    const { cabac } = this;
    const coded = cabac.bin(CONTEXTS.chromaMode) === 0 ? LUMA_MODE : cabac.bypassBits(2);
    const known = CHROMA_MODES[coded];
    const mode = known === undefined ? luma : known === luma ? ANGULAR_34 : known;
    return this.sequence.chroma === 2 ? (MODES_422[mode] as number) : mode;
  }

  /** Reads `transform_tree` (ITU-T H.265, 7.3.8.8). `parentCb`, `parentCr`: true if the parent has coefficients. */
  private readTransforms(
    x: number,
    y: number,
    log2: number,
    depth: number,
    part: number,
    hasParts: boolean,
    parentCb: boolean,
    parentCr: boolean,
    maxDepth: number,
    parentFlags: number,
  ): void {
    const { cabac, sequence } = this;
    const { chroma, minTransform, maxTransform } = sequence;
    const mustSplit = log2 > maxTransform || (hasParts && depth === 0);
    const isSplit =
      log2 <= maxTransform && log2 > minTransform && depth < maxDepth && !(hasParts && depth === 0)
        ? cabac.bin(CONTEXTS.splitTransform + 5 - log2) === 1
        : mustSplit;
    // Bits that mark chroma blocks with coefficients: Cb, the second Cb of 4:2:2, Cr, the second Cr of 4:2:2.
    let flags = 0;
    if ((log2 > 2 && chroma !== 0) || chroma === 3) {
      const hasTwo = chroma === 2 && (!isSplit || log2 === 3);
      if (parentCb) {
        flags |= cabac.bin(CONTEXTS.codedChroma + depth);
        if (hasTwo) flags |= cabac.bin(CONTEXTS.codedChroma + depth) << 1;
      }
      if (parentCr) {
        flags |= cabac.bin(CONTEXTS.codedChroma + depth) << 2;
        if (hasTwo) flags |= cabac.bin(CONTEXTS.codedChroma + depth) << 3;
      }
    } else if (log2 === 2) flags = parentFlags;
    if (isSplit) {
      const half = 1 << (log2 - 1);
      for (let child = 0; child < 4; child++)
        this.readTransforms(
          x + (child & 1) * half,
          y + (child >> 1) * half,
          log2 - 1,
          depth + 1,
          child,
          hasParts,
          (flags & 3) !== 0,
          (flags & 12) !== 0,
          maxDepth,
          flags,
        );
      return;
    }
    const hasLuma = cabac.bin(CONTEXTS.codedLuma + (depth === 0 ? 1 : 0)) === 1;
    this.readTransformUnit(x, y, log2, part, hasParts, hasLuma, flags);
  }

  /** Reads the HEVC syntax structure `transform_unit` (ITU-T H.265, 7.3.8.10). */
  private readTransformUnit(
    x: number,
    y: number,
    log2: number,
    part: number,
    hasParts: boolean,
    hasLuma: boolean,
    flags: number,
  ) {
    if (!hasLuma && flags === 0) return;
    const { chroma } = this.sequence;
    if (this.picture.qpDeltaDepth !== undefined && !this.isQpDeltaRead) this.readQpDelta();
    const [cb, cr] = this.header.chromaQp;
    if (!this.bypassesTransform && flags !== 0) {
      this.maxChromaQp = Math.max(this.maxChromaQp, this.qp + Math.max(flags & 3 ? cb : cr, flags & 12 ? cr : cb));
      this.hasLargeChroma ||= chroma === 3 && log2 === 5;
    }
    if (hasLuma) this.readCoefficients(log2, false, this.modes[this.cellAt(x, y)] as number);
    if (log2 > 2 || chroma === 3) {
      const mode = this.chromaModes[hasParts && chroma === 3 ? this.partAt(x, y) : 0] as number;
      const size = chroma === 3 ? log2 : log2 - 1;
      for (let bit = 0; bit < 4; bit++) if ((flags >> bit) & 1) this.readCoefficients(size, true, mode);
    } else if (part === 3) {
      for (let bit = 0; bit < 4; bit++)
        if ((flags >> bit) & 1) this.readCoefficients(2, true, this.chromaModes[0] as number);
    }
  }

  /** Returns the index of a coding unit's part at a position. Only units of the smallest size have four parts. */
  private partAt(x: number, y: number): number {
    const half = this.sequence.minCodingBlock - 1;
    return ((x >> half) & 1) | (((y >> half) & 1) << 1);
  }

  /** Reads the change of the quantization parameter: `cu_qp_delta_abs` and the sign (ITU-T H.265, 9.3.3.10). */
  private readQpDelta(): void {
    const { cabac } = this;
    this.isQpDeltaRead = true;
    let prefix = 0;
    while (prefix < 5 && cabac.bin(CONTEXTS.qpDelta + (prefix === 0 ? 0 : 1)) === 1) prefix++;
    if (prefix === 5) {
      let order = 0;
      while (cabac.bypass() === 1) if (++order > 16) throw new RangeError('A QP is out of range');
      prefix += 2 ** order - 1 + cabac.bypassBits(order);
    }
    if (prefix === 0) return;
    const delta = cabac.bypass() === 1 ? -prefix : prefix;
    const range = 6 * (this.sequence.bitDepthLuma - 8);
    this.qp = ((this.predictedQp + delta + 52 + 2 * range) % (52 + range)) - range;
  }

  /** Reads a transform block's coefficients. The prediction mode selects the scan order (ITU-T H.265, 7.4.9.11). */
  private readCoefficients(log2: number, isChroma: boolean, mode: number): void {
    const dependsOnMode = log2 === 2 || (log2 === 3 && (!isChroma || this.sequence.chroma === 3));
    const scan = !dependsOnMode
      ? DIAGONAL
      : mode >= 6 && mode <= 14
        ? VERTICAL
        : mode >= 22 && mode <= 30
          ? HORIZONTAL
          : DIAGONAL;
    readResidual(this.cabac, log2, isChroma, scan as number, this.bypassesTransform, this.picture);
  }
}
