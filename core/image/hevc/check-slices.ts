import { BitReader, rawBytes } from './bit-reader.ts';
import { readBlocks, type SliceState } from './coding-tree.ts';
import {
  readPictureSet,
  readSequenceSet,
  type SlicePicture,
  type SliceSequence,
  UnknownFeature,
} from './parameter-sets.ts';
import { countBlocks, readSliceHeader, type SliceHeader } from './slice-header.ts';

/** NAL unit types (ITU-T H.265, table 7-1). */
const [SEQUENCE_SET, PICTURE_SET] = [33, 34];
const isSlice = (type: number) => type <= 9 || (type >= 16 && type <= 21);

/**
 * Reads every syntax element of an intra image without computing samples. A slice's arithmetic code must end where its
 * data ends, and the slices must cover the image. Decoders don't check this: after a changed bit, they read other
 * elements and report no error.
 * @returns whether the image is whole; `undefined` if it uses features of HEVC that this check doesn't know
 */
export function areSlicesWhole(units: readonly Uint8Array[]): boolean | undefined {
  try {
    return readUnits(units);
  } catch (error) {
    if (error instanceof UnknownFeature) return undefined;
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function readUnits(units: readonly Uint8Array[]): boolean {
  const sequences = new Map<number, SliceSequence>();
  const pictures = new Map<number, SlicePicture>();
  let state: SliceState | undefined;
  let previous: SliceHeader | undefined;
  for (const unit of units) {
    const [first = 0, second = 0] = unit;
    const type = (first >> 1) & 63;
    const layer = ((first & 1) << 5) | (second >> 3);
    if (layer > 0) continue;
    if (type === SEQUENCE_SET) {
      const { id, sequence } = readSequenceSet(new BitReader(rawBytes(unit), 2));
      sequences.set(id, sequence);
    } else if (type === PICTURE_SET) {
      const { id, picture } = readPictureSet(new BitReader(rawBytes(unit), 2));
      pictures.set(id, picture);
    } else if (isSlice(type)) {
      const data = rawBytes(unit);
      const reader = new BitReader(data, 2);
      const { header, sequence, picture } = readSliceHeader(reader, type, { sequences, pictures }, previous);
      // Only the first image of a sequence is decoded.
      if (header.address === 0 && state) break;
      if (header.address !== (state?.next ?? 0)) return false;
      state = readBlocks(data, reader.position >> 3, header, sequence, picture, state);
      previous = header;
      if (state.next === countBlocks(sequence)) return true;
    }
  }
  return false;
}
