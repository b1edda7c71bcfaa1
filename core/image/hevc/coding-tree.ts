import { CabacDecoder } from './cabac-decoder.ts';
import { CONTEXTS } from './contexts.ts';
import type { SlicePicture, SliceSequence } from './parameter-sets.ts';
import { DC, readChromaMode, readLumaMode } from './prediction-modes.ts';
import { readResidual, scanOf } from './residual.ts';
import { blocksAcross, type SliceHeader } from './slice-header.ts';
import { initialState, type SliceState } from './slice-state.ts';
import { readQpDelta, skipSao } from './syntax-elements.ts';

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
    before: SliceState = initialState(sequence, cabac.states),
  ) {
    this.across = blocksAcross(sequence);
    this.stride = this.across << (sequence.codingTreeBlock - 2);
    ({ slices: this.slices, depths: this.depths, modes: this.modes, qps: this.qps } = before);
    ({ maxChromaQp: this.maxChromaQp, hasLargeChroma: this.hasLargeChroma } = before);
    ({ segmentStates: this.segmentStates, rowStates: this.rowStates } = before);
    this.qp = this.predictedQp = this.previousQp = header.qp;
    this.address = header.address;
    this.sliceAddress = header.isDependent ? (this.slices[header.address - 1] as number) : header.address;
  }

  read(): SliceState {
    const { cabac, header, across, slices } = this;
    const { codingTreeBlock } = this.sequence;
    const { hasWavefronts, hasDependentSlices } = this.picture;
    cabac.start();
    for (let isEnd = false; !isEnd; ) {
      if (this.address >= slices.length) throw new RangeError('A slice does not end with the image');
      const column = this.address % across;
      slices[this.address] = this.sliceAddress;
      const isRowStart = hasWavefronts && column === 0;
      if (isRowStart) this.startRow();
      else if (this.address === header.address) {
        if (header.isDependent) cabac.states.set(this.segmentStates);
        else cabac.resetStates(header.qp);
      }
      if (header.hasSaoLuma || header.hasSaoChroma) this.readSao();
      const row = Math.floor(this.address / across);
      this.readQuadtree(column << codingTreeBlock, row << codingTreeBlock, codingTreeBlock, 0);
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

  /** Reads the HEVC syntax structure `sao`, the sample adaptive offset (ITU-T H.265, 7.3.8.3). */
  private readSao(): void {
    const { cabac, across, address, slices, sliceAddress, header, sequence } = this;
    if (address % across > 0 && slices[address - 1] === sliceAddress && cabac.bin(CONTEXTS.saoMerge) === 1) return;
    if (address >= across && slices[address - across] === sliceAddress && cabac.bin(CONTEXTS.saoMerge) === 1) return;
    skipSao(cabac, header, sequence);
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
    for (let part = 0; part < chromaParts; part++)
      chromaModes[part] = readChromaMode(cabac, partModes[part] as number, sequence.chroma);
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

  private readLumaMode(x: number, y: number, isPrevious: boolean): number {
    const { modes } = this;
    const left = this.isAvailable(x - 1, y) ? (modes[this.cellAt(x - 1, y)] as number) : DC;
    const isInRow = (y - 1) >> this.sequence.codingTreeBlock === y >> this.sequence.codingTreeBlock;
    const above = isInRow && this.isAvailable(x, y - 1) ? (modes[this.cellAt(x, y - 1)] as number) : DC;
    return readLumaMode(this.cabac, left, above, isPrevious);
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

  private readQpDelta(): void {
    this.isQpDeltaRead = true;
    const delta = readQpDelta(this.cabac);
    if (delta === 0) return;
    const range = 6 * (this.sequence.bitDepthLuma - 8);
    this.qp = ((this.predictedQp + delta + 52 + 2 * range) % (52 + range)) - range;
  }

  private readCoefficients(log2: number, isChroma: boolean, mode: number): void {
    const scan = scanOf(log2, isChroma, mode, this.sequence.chroma);
    readResidual(this.cabac, log2, isChroma, scan, this.bypassesTransform, this.picture);
  }
}
