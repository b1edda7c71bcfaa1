import { BitReader } from '../../base/bit-reader.ts';
import { NalType, nalRefIdc, nalType } from './nal.ts';
import type { ImageParameters, SequenceParameters } from './parameter-sets.ts';

/** Used fields of an H.264 slice header (H.264, 7.3.3). Positions are bit offsets in the unescaped NAL unit. */
export interface SliceHeader {
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
export function parseSliceHeader(plain: Uint8Array, sps: SequenceParameters, pps: ImageParameters): SliceHeader {
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
