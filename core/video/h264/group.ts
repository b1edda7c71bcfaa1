import { BitReader, unescapeNal } from '../../base/bit-reader.ts';
import {
  equalBytes,
  escapeNal,
  lengthPrefixed,
  NalType,
  nalRefIdc,
  nalType,
  overwriteBits,
  splitAnnexB,
} from './bits.ts';
import {
  type ImageParameters,
  parseImageParameters,
  parseSequenceParameters,
  type SequenceParameters,
} from './parameter-sets.ts';
import { createRepeatMaker, type RepeatMaker } from './repeat-image.ts';

/** A closed group of frames (GOP), split into NAL units. */
export interface ImageGroup {
  readonly sps: Uint8Array;
  readonly pps: Uint8Array;
  /** Slices of each frame. Coding order equals display order. */
  readonly images: readonly (readonly Uint8Array[])[];
}

/**
 * Splits Annex B byte streams, one per access unit, into NAL units without SEI, delimiters and filler data. Returns
 * `undefined` unless only the first frame is IDR and all SPS are equal and all PPS are equal.
 */
export function parseGroup(images: readonly Uint8Array[]): ImageGroup | undefined {
  const units = images.map(splitAnnexB);
  const sps = onlySet(units.flat(), NalType.sps);
  const pps = onlySet(units.flat(), NalType.pps);
  const slices = units.map((each) => each.filter((unit) => isSlice(unit)));
  const startsWell = slices.every((each, index) =>
    each.every((unit) => (nalType(unit) === NalType.idrSlice) === (index === 0)),
  );
  if (!sps || !pps || !startsWell || slices.some((each) => each.length === 0)) return undefined;
  return { sps, pps, images: slices };
}

const isSlice = (unit: Uint8Array) => nalType(unit) >= 1 && nalType(unit) <= 5;

function onlySet(units: readonly Uint8Array[], type: number): Uint8Array | undefined {
  const [first, ...others] = units.filter((unit) => nalType(unit) === type);
  return first && others.every((other) => equalBytes(other, first)) ? first : undefined;
}

export function plainSamples({ images }: ImageGroup): Uint8Array<ArrayBuffer>[] {
  return images.map(lengthPrefixed);
}

/**
 * Returns MP4 samples in which encoded frame `i` is shown for `holds[i]` (≥ 1) frames by generated repeats. Rewrites
 * `frame_num` or `pic_order_cnt_lsb`, without changing references of encoded slices. Returns `undefined` if the
 * encoder's frames don't allow generated repeats.
 */
export function heldSamples(group: ImageGroup, holds: readonly number[]): Uint8Array<ArrayBuffer>[] | undefined {
  const sps = parseSequenceParameters(group.sps);
  const pps = parseImageParameters(group.pps);
  if (!formatAllowsRepeats(sps, pps)) return undefined;
  const makeRepeat = createRepeatMaker(sps, pps);
  const samples: Uint8Array<ArrayBuffer>[] = [];
  for (const [index, slices] of group.images.entries()) {
    const renumbered = slices.map((slice) => renumber(slice, samples.length, sps, pps));
    if (!renumbered.every((slice) => slice !== undefined)) return undefined;
    samples.push(lengthPrefixed(renumbered));
    const frames = holds[index] as number;
    // `frame_num` counts reference frames, so repeats that aren't references share one number (H.264, 7.4.3).
    for (let repeat = 1; repeat < frames; repeat++)
      samples.push(lengthPrefixed([repeatAt(samples.length, index, makeRepeat, sps)]));
  }
  return samples;
}

function formatAllowsRepeats(sps: SequenceParameters, pps: ImageParameters): boolean {
  return (
    sps.framesOnly &&
    !sps.separateColourPlanes &&
    (sps.orderCountType === 0 || sps.orderCountType === 2) &&
    !pps.orderCountInFields &&
    !pps.redundantImages &&
    pps.sliceGroups === 1
  );
}

// Repeats the previous frame. With `pic_order_cnt_type` 0, slices store the display order, so repeats need not be
// references. With type 2, `frame_num` determines the display order, so repeats must be references.
function repeatAt(frame: number, image: number, makeRepeat: RepeatMaker, sps: SequenceParameters): Uint8Array {
  const isReference = sps.orderCountType === 2;
  return makeRepeat({
    frameNum: wrap(isReference ? frame : image + 1, sps.frameNumBits),
    orderCount: wrap(2 * frame, sps.orderCountBits),
    isReference,
  });
}

const wrap = (value: number, bits: number) => value % 2 ** bits;

/** Rewrites a slice's `pic_order_cnt_lsb` or `frame_num`; `undefined` if the slice's references would change. */
function renumber(
  slice: Uint8Array,
  frame: number,
  sps: SequenceParameters,
  pps: ImageParameters,
): Uint8Array | undefined {
  const plain = unescapeNal(slice);
  const header = parseSliceHeader(plain, sps, pps);
  if (!sliceAllowsRepeats(slice, header, sps)) return undefined;
  if (sps.orderCountType === 0)
    overwriteBits(plain, header.orderCountPosition, wrap(2 * frame, sps.orderCountBits), sps.orderCountBits);
  else overwriteBits(plain, header.frameNumPosition, wrap(frame, sps.frameNumBits), sps.frameNumBits);
  return escapeNal(plain);
}

function sliceAllowsRepeats(slice: Uint8Array, header: SliceHeader, sps: SequenceParameters): boolean {
  if (nalRefIdc(slice) === 0 || header.kind === 'other' || header.marksReferences) return false;
  // With `pic_order_cnt_type` 2, a slice may have one reference only: a second one would be a generated repeat.
  return sps.orderCountType === 0 || (header.references <= 1 && !header.reordersReferences);
}

/** Used fields of an H.264 slice header (H.264, 7.3.3). Positions are bit offsets in the unescaped NAL unit. */
interface SliceHeader {
  readonly firstMacroblock: number;
  readonly kind: 'P' | 'I' | 'other';
  readonly frameNumPosition: number;
  /** Bit position of `pic_order_cnt_lsb`, valid only for `pic_order_cnt_type` 0. */
  readonly orderCountPosition: number;
  /** Number of active references in reference list 0. */
  readonly references: number;
  /** True if the slice modifies the reference list (`ref_pic_list_modification`). */
  readonly reordersReferences: boolean;
  /** True if the slice has long-term references, or manages references other than by the sliding window. */
  readonly marksReferences: boolean;
}

/** Parses an H.264 slice header. Throws RangeError for a truncated NAL unit. */
function parseSliceHeader(plain: Uint8Array, sps: SequenceParameters, pps: ImageParameters): SliceHeader {
  const reader = new BitReader(plain);
  const isIdr = nalType(plain) === NalType.idrSlice;
  reader.bits(8);
  const firstMacroblock = reader.unsigned();
  const type = reader.unsigned() % 5;
  reader.unsigned();
  if (sps.separateColourPlanes) reader.bits(2);
  const frameNumPosition = reader.position;
  reader.bits(sps.frameNumBits);
  if (!sps.framesOnly && reader.flag()) reader.flag();
  if (isIdr) reader.unsigned();
  const orderCountPosition = reader.position;
  if (sps.orderCountType === 0) {
    reader.bits(sps.orderCountBits);
    if (pps.orderCountInFields) reader.signed();
  }
  if (pps.redundantImages) reader.unsigned();
  const kind = type === 0 ? 'P' : type === 2 ? 'I' : 'other';
  let references = 0;
  let reordersReferences = false;
  if (kind === 'P') {
    references = reader.flag() ? reader.unsigned() + 1 : pps.references;
    reordersReferences = reader.flag();
    if (reordersReferences) skipReordering(reader);
    if (pps.weightedPrediction) skipWeights(reader, references, sps.chromaFormat !== 0);
  }
  const marksReferences =
    kind !== 'other' && nalRefIdc(plain) > 0 && (isIdr ? reader.bits(2) % 2 === 1 : reader.flag());
  return {
    firstMacroblock,
    kind,
    frameNumPosition,
    orderCountPosition,
    references,
    reordersReferences,
    marksReferences,
  };
}

/** Skips the H.264 syntax structure `ref_pic_list_modification()` (H.264, 7.3.3.1). */
function skipReordering(reader: BitReader): void {
  while (reader.unsigned() !== 3) reader.unsigned();
}

/** Skips the H.264 syntax structure `pred_weight_table()` (H.264, 7.3.3.2). */
function skipWeights(reader: BitReader, references: number, withChroma: boolean): void {
  reader.unsigned();
  if (withChroma) reader.unsigned();
  for (let index = 0; index < references; index++) {
    if (reader.flag()) {
      reader.signed();
      reader.signed();
    }
    if (withChroma && reader.flag()) for (let value = 0; value < 4; value++) reader.signed();
  }
}
