import { BitReader, unescapeNal } from '../../../base/bit-reader.ts';
import { viewOf } from '../../../base/bytes.ts';
import { MAX_HEVC_NALS } from '../../../base/limits.ts';
import type { ItemProperty } from '../heif/items.ts';

/** Fields of an HEVC sequence parameter set (SPS; ITU-T H.265, 7.3.2.2). */
export interface HevcSequence {
  /** Size of the coded image in whole coding blocks, before the conformance window crops the image. */
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly isMonochrome: boolean;
  /** Fields that only 4:2:2 and 4:4:4 need; `undefined` for other chroma formats. */
  readonly fineChroma?: FineChroma | undefined;
}

interface FineChroma {
  /** True if scaling lists may apply to chroma blocks of 32 × 32 px. */
  readonly hasLargeScaledBlocks: boolean;
  readonly hasSao: boolean;
}

/** HEVC NAL unit types (ITU-T H.265, table 7-1). */
const [SEQUENCE_SET, PICTURE_SET] = [33, 34];

const typeOfUnit = ([first = 0]: Uint8Array): number => (first >> 1) & 63;
const isSliceType = (type: number): boolean => type <= 9 || (type >= 16 && type <= 21);
/** True for units of layer 0. Decoders ignore all other layers (ITU-T H.265, 7.4.2.2). */
const isInBaseLayer = ([first = 0, second = 0]: Uint8Array): boolean => (first & 1) === 0 && second >> 3 === 0;
/** The HEVC flag first_slice_segment_in_pic_flag. */
const beginsImage = ([, , flags = 0]: Uint8Array): boolean => flags >= 128;

/** Offset of the field numOfArrays in an `hvcC` property (ISO/IEC 14496-15, 8.3.3.1). */
const ARRAYS = 22;

/** Returns NAL units of `hvcC`, and the size in bytes of length fields in payloads. Throws RangeError for damage. */
export function readHevcConfig(bytes: Uint8Array, { start, end }: ItemProperty) {
  const record = bytes.subarray(start, end);
  const view = viewOf(record);
  const units: Uint8Array[] = [];
  let at = ARRAYS + 1;
  for (let arrays = view.getUint8(ARRAYS); arrays > 0; arrays--) {
    let count = view.getUint16(at + 1);
    for (at += 3; count > 0; count--) {
      if (units.length === MAX_HEVC_NALS) throw new RangeError('Too many NAL units');
      const size = view.getUint16(at);
      at += 2 + size;
      if (at > record.length) throw new RangeError('A NAL unit is cut off');
      units.push(record.subarray(at - size, at));
    }
  }
  return { lengthSize: (view.getUint8(ARRAYS - 1) & 3) + 1, units };
}

/** Splits an HEVC payload into NAL units. Throws RangeError for a truncated unit, and for too many units. */
export function readHevcUnits(payload: Uint8Array, lengthSize: number): Uint8Array[] {
  const units: Uint8Array[] = [];
  for (let at = 0; at < payload.length; ) {
    if (units.length === MAX_HEVC_NALS) throw new RangeError('Too many NAL units');
    if (at + lengthSize > payload.length) throw new RangeError('A NAL unit is cut off');
    let size = 0;
    for (let index = 0; index < lengthSize; index++) size = size * 256 + (payload[at++] as number);
    if (at + size > payload.length) throw new RangeError('A NAL unit is cut off');
    units.push(payload.subarray(at, at + size));
    at += size;
  }
  return units;
}

/** Counts the slice segments of layer 0, and the pictures that they begin. */
export function countSlices(units: readonly Uint8Array[]): { readonly slices: number; readonly images: number } {
  const slices = slicesIn(units);
  return { slices: slices.length, images: slices.filter(beginsImage).length };
}

const unitsOfType = (units: readonly Uint8Array[], type: number) =>
  units.filter((unit) => typeOfUnit(unit) === type && isInBaseLayer(unit));
const slicesIn = (units: readonly Uint8Array[]) =>
  units.filter((unit) => isSliceType(typeOfUnit(unit)) && isInBaseLayer(unit));

/** Returns the HEVC sequence parameter sets of layer 0. */
export const sequencesIn = (units: readonly Uint8Array[]): HevcSequence[] =>
  unitsOfType(units, SEQUENCE_SET).map((unit) => readSequence(readerOf(unit)));

/** Maximum bytes of a NAL unit that contain the read fields, scaling lists included. */
const MAX_FIELD_BYTES = 4096;

/** Returns a reader of the bits after the NAL unit's header. */
const readerOf = (unit: Uint8Array) => new BitReader(unescapeNal(unit.subarray(0, MAX_FIELD_BYTES)), 2);

/** Reads a sequence parameter set (ITU-T H.265, 7.3.2.2.1). */
function readSequence(reader: BitReader): HevcSequence {
  reader.skip(4); // Skips the HEVC field sps_video_parameter_set_id.
  const lastSubLayer = reader.bits(3);
  reader.skip(1); // Skips the HEVC field sps_temporal_id_nesting_flag.
  // Skips the general fields of profile_tier_level (ITU-T H.265, 7.3.3).
  reader.skip(96);
  const present = Array.from({ length: lastSubLayer }, () => [reader.bits(1), reader.bits(1)] as const);
  if (lastSubLayer > 0) reader.skip(2 * (8 - lastSubLayer));
  for (const [hasProfile, hasLevel] of present) reader.skip(88 * hasProfile + 8 * hasLevel);
  reader.unsigned(); // Skips the HEVC field sps_seq_parameter_set_id.
  const chroma = reader.unsigned();
  if (chroma > 3) throw new RangeError('A reserved chroma format');
  const hasSeparatePlanes = chroma === 3 && reader.flag();
  const [width, height] = [reader.unsigned(), reader.unsigned()];
  // Skips the HEVC flag conformance_window_flag, and four offsets if the flag is set.
  if (reader.flag()) skipCodes(reader, 4);
  const bitDepth = reader.unsigned() + 8;
  const fineChroma = chroma > 1 && !hasSeparatePlanes ? readFineChroma(reader, lastSubLayer) : undefined;
  return { width, height, bitDepth, isMonochrome: chroma === 0, fineChroma };
}

/** Reads a sequence parameter set from bit_depth_chroma_minus8 to sample_adaptive_offset_enabled_flag. */
function readFineChroma(reader: BitReader, lastSubLayer: number): FineChroma {
  skipCodes(reader, 2); // Skips the bit depth of chroma, and the bits of picture order counts.
  skipCodes(reader, reader.flag() ? 3 * (lastSubLayer + 1) : 3); // Skips the sizes of the picture buffer.
  skipCodes(reader, 2); // Skips the sizes of coding blocks.
  const maxTransform = 2 + reader.unsigned() + reader.unsigned();
  skipCodes(reader, 2); // Skips the depths of transform trees.
  const hasScalingLists = reader.flag();
  if (hasScalingLists && reader.flag()) skipScalingLists(reader);
  reader.skip(1); // Skips the HEVC flag amp_enabled_flag.
  return { hasLargeScaledBlocks: hasScalingLists && maxTransform === 5, hasSao: reader.flag() };
}

function skipCodes(reader: BitReader, count: number): void {
  for (let index = 0; index < count; index++) reader.unsigned();
}

/** Skips the HEVC syntax structure `scaling_list_data` (ITU-T H.265, 7.3.4). */
function skipScalingLists(reader: BitReader): void {
  for (let size = 0; size < 4; size++)
    for (let matrix = 0; matrix < 6; matrix += size === 3 ? 3 : 1)
      skipCodes(reader, reader.flag() ? (size > 1 ? 1 : 0) + Math.min(64, 4 ** (size + 2)) : 1);
}

/** Maximum chroma quantization parameter in 4:2:2 and 4:4:4 (ITU-T H.265, 8.6.1). */
const MAX_CHROMA_QP = 51;

/** Amount by which x265's adaptive quantization raises the parameter of a block above that of its slice. */
const ADAPTIVE_QP = 5;

const isIdr = (type: number) => type === 19 || type === 20;

/**
 * Returns the name of a feature that libde265 decodes to wrong chroma (docs/upstream.md); `undefined` without one.
 * Reads the quantization parameter of the first slice. Throws RangeError for damaged headers.
 */
export function findWrongChroma(units: readonly Uint8Array[], sequences: readonly HevcSequence[]): string | undefined {
  const fineChroma = sequences.find((sequence) => sequence.fineChroma)?.fineChroma;
  if (!fineChroma) return undefined;
  if (fineChroma.hasLargeScaledBlocks) return '4:4:4 with scaling lists';
  const slice = slicesIn(units).find((unit) => isIdr(typeOfUnit(unit)) && beginsImage(unit));
  if (!slice) return undefined;
  const reader = readerOf(slice);
  reader.skip(2); // Skips the HEVC flags first_slice_segment_in_pic_flag and no_output_of_prior_pics_flag.
  const id = reader.unsigned();
  const image = unitsOfType(units, PICTURE_SET).map((unit) => readImage(readerOf(unit))).findLast((each) => each.id === id); // biome-ignore format: one chain
  if (!image) return undefined;
  reader.skip(image.extraSliceBits);
  reader.unsigned(); // Skips the HEVC field slice_type.
  if (image.hasOutputFlag) reader.skip(1);
  if (fineChroma.hasSao) reader.skip(2);
  const qp = image.qp + reader.signed();
  const [cb, cr] = image.hasSliceChromaQp ? [reader.signed(), reader.signed()] : [0, 0];
  const most = qp + Math.max(image.cb + cb, image.cr + cr) + (image.isAdaptive ? ADAPTIVE_QP : 0);
  return most > MAX_CHROMA_QP ? 'coarse chroma' : undefined;
}

/** Reads a picture parameter set up to pps_slice_chroma_qp_offsets_present_flag (ITU-T H.265, 7.3.2.3). */
function readImage(reader: BitReader) {
  const id = reader.unsigned();
  reader.unsigned(); // Skips the HEVC field pps_seq_parameter_set_id.
  reader.skip(1); // Skips the HEVC flag dependent_slice_segments_enabled_flag.
  const [hasOutputFlag, extraSliceBits] = [reader.flag(), reader.bits(3)];
  reader.skip(2); // Skips the HEVC flags sign_data_hiding_enabled_flag and cabac_init_present_flag.
  skipCodes(reader, 2); // Skips the numbers of reference pictures.
  const qp = 26 + reader.signed();
  reader.skip(2); // Skips the HEVC flags constrained_intra_pred_flag and transform_skip_enabled_flag.
  const isAdaptive = reader.flag();
  if (isAdaptive) reader.unsigned(); // Skips the HEVC field diff_cu_qp_delta_depth.
  const [cb, cr] = [reader.signed(), reader.signed()];
  return { id, hasOutputFlag, extraSliceBits, qp, isAdaptive, cb, cr, hasSliceChromaQp: reader.flag() };
}
