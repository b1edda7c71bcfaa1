import { BitReader } from '../../base/bit-reader.ts';
import { unescapeNal } from '../../base/emulation-prevention.ts';
import { readBlocks } from './coding-tree.ts';
import { isSliceType, layerOfUnit, typeOfUnit } from './nal-units.ts';
import {
  readPictureSet,
  readSequenceSet,
  type SlicePicture,
  type SliceSequence,
  UnknownFeature,
} from './parameter-sets.ts';
import { countBlocks, readSliceHeader, type SliceHeader } from './slice-header.ts';
import type { SliceState } from './slice-state.ts';

/** HEVC NAL unit types (ITU-T H.265, table 7-1). */
const [SEQUENCE_SET, PICTURE_SET] = [33, 34];

export interface SliceCheck {
  /** True for a complete HEVC image; `undefined` for an image with HEVC features that the check does not support. */
  readonly isWhole: boolean | undefined;
  /** Name of an HEVC feature of the image that the decoder libde265 decodes to wrong pixels (docs/upstream.md). */
  readonly unsupported: string | undefined;
}

/** Maximum chroma quantization parameter in 4:2:2 and 4:4:4 (ITU-T H.265, 8.6.1). */
const MAX_CHROMA_QP = 51;

/**
 * Checks an HEVC intra image by reading every syntax element without computing samples. Each slice's arithmetic code
 * must end with its data, and slices must cover the image. Detects changed bits, which decoders don't.
 */
export function checkSlices(units: readonly Uint8Array[]): SliceCheck {
  try {
    return readUnits(units);
  } catch (error) {
    if (error instanceof UnknownFeature) return { isWhole: undefined, unsupported: undefined };
    if (error instanceof RangeError) return DAMAGED;
    throw error;
  }
}

const DAMAGED: SliceCheck = { isWhole: false, unsupported: undefined };

function readUnits(units: readonly Uint8Array[]): SliceCheck {
  const sequences = new Map<number, SliceSequence>();
  const pictures = new Map<number, SlicePicture>();
  let state: SliceState | undefined;
  let previous: SliceHeader | undefined;
  for (const unit of units) {
    const type = typeOfUnit(unit);
    if (layerOfUnit(unit) > 0) continue;
    if (type === SEQUENCE_SET) {
      const { id, sequence } = readSequenceSet(new BitReader(unescapeNal(unit), 2));
      sequences.set(id, sequence);
    } else if (type === PICTURE_SET) {
      const { id, picture } = readPictureSet(new BitReader(unescapeNal(unit), 2));
      pictures.set(id, picture);
    } else if (isSliceType(type)) {
      const data = unescapeNal(unit);
      const reader = new BitReader(data, 2);
      const { header, sequence, picture } = readSliceHeader(reader, type, { sequences, pictures }, previous);
      // A second slice at address 0 starts the second HEVC image, which is not decoded.
      if (header.address === 0 && state) break;
      if (header.address !== (state?.next ?? 0)) return DAMAGED;
      state = readBlocks(data, reader.position >> 3, header, sequence, picture, state);
      previous = header;
      if (state.next === countBlocks(sequence)) return { isWhole: true, unsupported: unsupportedIn(sequence, state) };
    }
  }
  return DAMAGED;
}

function unsupportedIn({ chroma, hasScalingLists }: SliceSequence, { maxChromaQp, hasLargeChroma }: SliceState) {
  if (hasScalingLists && hasLargeChroma) return '4:4:4 with scaling lists';
  if (chroma > 1 && maxChromaQp > MAX_CHROMA_QP) return `chroma QP ${maxChromaQp}`;
  return undefined;
}
