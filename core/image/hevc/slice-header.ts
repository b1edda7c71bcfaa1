import type { BitReader } from '../../base/bit-reader.ts';
import { readShortTermSet, type SlicePicture, type SliceSequence, UnknownFeature } from './parameter-sets.ts';

/** Fields of an HEVC slice segment header on which the segment's data depends (ITU-T H.265, 7.3.6). */
export interface SliceHeader {
  /** Address of the first coding tree block of the slice segment. */
  readonly address: number;
  readonly isDependent: boolean;
  readonly qp: number;
  /** Chroma offsets of the quantization parameter: sums of the offsets in PPS and slice header (ITU-T H.265, 8.6.1). */
  readonly chromaQp: readonly [cb: number, cr: number];
  readonly hasSaoLuma: boolean;
  readonly hasSaoChroma: boolean;
}

export interface ParameterSets {
  readonly sequences: ReadonlyMap<number, SliceSequence>;
  readonly pictures: ReadonlyMap<number, SlicePicture>;
}

const INTRA_SLICE = 2;
const isRandomAccess = (type: number) => type >= 16 && type <= 23;
const isIdr = (type: number) => type === 19 || type === 20;

/** Reads a slice header (ITU-T H.265, 7.3.6). Dependent segments copy `previous`. Throws RangeError, UnknownFeature. */
export function readSliceHeader(
  reader: BitReader,
  type: number,
  { sequences, pictures }: ParameterSets,
  previous: SliceHeader | undefined,
) {
  const isFirst = reader.flag();
  if (isRandomAccess(type)) reader.skip(1);
  const picture = pictures.get(reader.unsignedUpTo(63));
  const sequence = picture && sequences.get(picture.sequence);
  if (!sequence) throw new RangeError('A parameter set is missing');
  const isDependent = !isFirst && picture.hasDependentSlices && reader.flag();
  const address = isFirst ? 0 : reader.bits(bitsFor(countBlocks(sequence)));
  if (isDependent && !previous) throw new RangeError('A dependent slice segment comes first');
  const fields = isDependent && previous ? previous : readFields(reader, type, sequence, picture);
  if (picture.hasWavefronts) {
    const count = reader.unsignedUpTo(countBlocks(sequence));
    if (count > 0) reader.skip((reader.unsignedUpTo(31) + 1) * count);
  }
  if (picture.hasSliceExtension) reader.skip(8 * reader.unsignedUpTo(256));
  if (!reader.flag()) throw new RangeError('A slice header is not aligned');
  while (reader.position % 8 !== 0) if (reader.flag()) throw new RangeError('A slice header is not aligned');
  return { sequence, picture, header: { ...fields, address, isDependent } satisfies SliceHeader };
}

function readFields(reader: BitReader, type: number, sequence: SliceSequence, picture: SlicePicture) {
  reader.skip(picture.extraSliceBits);
  if (reader.unsignedUpTo(2) !== INTRA_SLICE) throw new UnknownFeature('slice_type');
  if (picture.hasOutputFlag) reader.skip(1);
  if (!isIdr(type)) skipReferences(reader, sequence);
  const hasSaoLuma = sequence.hasSao && reader.flag();
  const hasSaoChroma = sequence.hasSao && sequence.chroma !== 0 && reader.flag();
  const qp = picture.initialQp + reader.signed();
  const offset = () => (picture.hasSliceChromaQp ? reader.signed() : 0);
  const chromaQp = [picture.chromaQp[0] + offset(), picture.chromaQp[1] + offset()] as const;
  let { isDeblockingOff } = picture;
  if (picture.mayOverrideDeblocking && reader.flag()) {
    isDeblockingOff = reader.flag();
    if (!isDeblockingOff) {
      reader.signed();
      reader.signed();
    }
  }
  if (picture.filtersAcrossSlices && (hasSaoLuma || hasSaoChroma || !isDeblockingOff)) reader.skip(1);
  return { qp, chromaQp, hasSaoLuma, hasSaoChroma };
}

function skipReferences(reader: BitReader, { pocBits, shortTermSets, deltaPocs, ...sequence }: SliceSequence): void {
  reader.skip(pocBits);
  if (!reader.flag()) readShortTermSet(reader, shortTermSets, shortTermSets, deltaPocs);
  else if (shortTermSets > 1) reader.skip(bitsFor(shortTermSets));
  if (sequence.hasLongTerm) throw new UnknownFeature('long_term_ref_pics_present_flag');
  if (sequence.hasTemporalMvp) reader.skip(1);
}

/** Returns the number of bits required for the numbers from 0 to `count` − 1. */
const bitsFor = (count: number) => 32 - Math.clz32(count - 1);

export const blocksAcross = ({ width, codingTreeBlock }: SliceSequence) => Math.ceil(width / (1 << codingTreeBlock));

export const countBlocks = (sequence: SliceSequence) =>
  blocksAcross(sequence) * Math.ceil(sequence.height / (1 << sequence.codingTreeBlock));
