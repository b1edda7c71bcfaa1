import type { BitReader } from '../../base/bit-reader.ts';

/** Thrown for HEVC features that checking slices does not support. */
export class UnknownFeature extends Error {}

/** Fields of an HEVC SPS that slices depend on (ITU-T H.265, 7.3.2.2). Block sizes are base-2 logarithms. */
export interface SliceSequence {
  /** `ChromaArrayType`: 0 for luma only, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4. */
  readonly chroma: number;
  readonly width: number;
  readonly height: number;
  readonly bitDepthLuma: number;
  readonly bitDepthChroma: number;
  readonly pocBits: number;
  readonly minCodingBlock: number;
  readonly codingTreeBlock: number;
  readonly minTransform: number;
  readonly maxTransform: number;
  readonly maxIntraDepth: number;
  readonly hasScalingLists: boolean;
  readonly hasSao: boolean;
  readonly shortTermSets: number;
  /** The value `NumDeltaPocs` of each short-term reference picture set (ITU-T H.265, 7.4.8). */
  readonly deltaPocs: readonly number[];
  readonly hasLongTerm: boolean;
  readonly hasTemporalMvp: boolean;
}

/** Fields of an HEVC picture parameter set (PPS) that slices depend on (ITU-T H.265, 7.3.2.3). */
export interface SlicePicture {
  readonly sequence: number;
  readonly hasDependentSlices: boolean;
  readonly hasOutputFlag: boolean;
  readonly extraSliceBits: number;
  readonly hidesSigns: boolean;
  readonly initialQp: number;
  readonly maySkipTransform: boolean;
  /** HEVC field `diff_cu_qp_delta_depth`; `undefined` without `cu_qp_delta_enabled_flag`. */
  readonly qpDeltaDepth: number | undefined;
  /** HEVC fields `pps_cb_qp_offset` and `pps_cr_qp_offset`. */
  readonly chromaQp: readonly [cb: number, cr: number];
  readonly hasSliceChromaQp: boolean;
  readonly mayBypassTransform: boolean;
  readonly hasWavefronts: boolean;
  readonly filtersAcrossSlices: boolean;
  readonly mayOverrideDeblocking: boolean;
  readonly isDeblockingOff: boolean;
  readonly hasSliceExtension: boolean;
}

/** Reads an HEVC SPS after the NAL header (ITU-T H.265, 7.3.2.2). Throws RangeError for damage, or UnknownFeature. */
export function readSequenceSet(reader: BitReader): { readonly id: number; readonly sequence: SliceSequence } {
  reader.skip(4);
  const lastSubLayer = reader.bits(3);
  reader.skip(1);
  skipProfile(reader, lastSubLayer);
  const id = reader.unsignedUpTo(15);
  const chroma = reader.unsignedUpTo(3);
  if (chroma === 3 && reader.flag()) throw new UnknownFeature('separate_colour_plane_flag');
  const [width, height] = [reader.unsigned(), reader.unsigned()];
  if (reader.flag()) repeat(4, () => reader.unsigned());
  const bitDepthLuma = reader.unsignedUpTo(8) + 8;
  const bitDepthChroma = reader.unsignedUpTo(8) + 8;
  const pocBits = reader.unsignedUpTo(12) + 4;
  const hasOrderOfSubLayers = reader.flag();
  repeat(hasOrderOfSubLayers ? 3 * (lastSubLayer + 1) : 3, () => reader.unsigned());
  const minCodingBlock = reader.unsignedUpTo(3) + 3;
  const codingTreeBlock = minCodingBlock + reader.unsignedUpTo(3);
  const minTransform = reader.unsignedUpTo(3) + 2;
  const maxTransform = minTransform + reader.unsignedUpTo(3);
  if (codingTreeBlock > 6 || maxTransform > Math.min(5, codingTreeBlock) || minTransform >= minCodingBlock)
    throw new RangeError('Sizes of blocks are out of range');
  reader.unsignedUpTo(4); // Skips the HEVC field max_transform_hierarchy_depth_inter.
  const maxIntraDepth = reader.unsignedUpTo(4);
  const hasScalingLists = reader.flag();
  if (hasScalingLists && reader.flag()) skipScalingLists(reader);
  reader.skip(1); // Skips the HEVC flag amp_enabled_flag.
  const hasSao = reader.flag();
  if (reader.flag()) throw new UnknownFeature('pcm_enabled_flag');
  const shortTermSets = reader.unsignedUpTo(64);
  const deltaPocs: number[] = [];
  for (let index = 0; index < shortTermSets; index++)
    deltaPocs.push(readShortTermSet(reader, index, shortTermSets, deltaPocs));
  const hasLongTerm = reader.flag();
  if (hasLongTerm) repeat(reader.unsignedUpTo(32), () => reader.skip(pocBits + 1));
  const hasTemporalMvp = reader.flag();
  reader.skip(1); // Skips the HEVC flag strong_intra_smoothing_enabled_flag.
  if (reader.flag()) skipVui(reader);
  if (reader.flag()) {
    const extensions = reader.bits(8);
    // The HEVC range extension is not supported, because all its flags change the syntax or the contexts of residuals.
    if ((extensions & 0x7f) !== 0 || (extensions & 0x80 && reader.bits(9) !== 0))
      throw new UnknownFeature('sps_extension_present_flag');
  }
  const fields = { chroma, width, height, bitDepthLuma, bitDepthChroma, pocBits, shortTermSets, deltaPocs };
  const blocks = { minCodingBlock, codingTreeBlock, minTransform, maxTransform, maxIntraDepth };
  return { id, sequence: { ...fields, ...blocks, hasScalingLists, hasSao, hasLongTerm, hasTemporalMvp } };
}

/** Reads an HEVC PPS after the NAL header (ITU-T H.265, 7.3.2.3). Throws RangeError for damage, or UnknownFeature. */
export function readPictureSet(reader: BitReader): { readonly id: number; readonly picture: SlicePicture } {
  const id = reader.unsignedUpTo(63);
  const sequence = reader.unsignedUpTo(15);
  const hasDependentSlices = reader.flag();
  const hasOutputFlag = reader.flag();
  const extraSliceBits = reader.bits(3);
  const hidesSigns = reader.flag();
  reader.skip(1); // Skips the HEVC flag cabac_init_present_flag.
  repeat(2, () => reader.unsigned());
  const initialQp = 26 + reader.signed();
  reader.skip(1); // Skips the HEVC flag constrained_intra_pred_flag.
  const maySkipTransform = reader.flag();
  const qpDeltaDepth = reader.flag() ? reader.unsignedUpTo(3) : undefined;
  const chromaQp = [reader.signed(), reader.signed()] as const;
  const hasSliceChromaQp = reader.flag();
  reader.skip(2); // Skips the HEVC flags weighted_pred_flag and weighted_bipred_flag.
  const mayBypassTransform = reader.flag();
  if (reader.flag()) throw new UnknownFeature('tiles_enabled_flag');
  const hasWavefronts = reader.flag();
  const filtersAcrossSlices = reader.flag();
  let [mayOverrideDeblocking, isDeblockingOff] = [false, false];
  if (reader.flag()) {
    [mayOverrideDeblocking, isDeblockingOff] = [reader.flag(), reader.flag()];
    if (!isDeblockingOff) repeat(2, () => reader.signed());
  }
  if (reader.flag()) skipScalingLists(reader);
  reader.skip(1); // Skips the HEVC flag lists_modification_present_flag.
  reader.unsigned(); // Skips the HEVC field log2_parallel_merge_level_minus2.
  const hasSliceExtension = reader.flag();
  if (reader.flag() && reader.bits(8) !== 0) throw new UnknownFeature('pps_extension_present_flag');
  const deblocking = { filtersAcrossSlices, mayOverrideDeblocking, isDeblockingOff };
  const slices = { hasDependentSlices, hasOutputFlag, extraSliceBits, hasSliceChromaQp, hasSliceExtension };
  const coding = { hidesSigns, initialQp, chromaQp, maySkipTransform, qpDeltaDepth, mayBypassTransform, hasWavefronts };
  return { id, picture: { sequence, ...deblocking, ...slices, ...coding } };
}

function repeat(count: number, read: () => unknown): void {
  for (let index = 0; index < count; index++) read();
}

/** Skips the HEVC syntax structure `profile_tier_level` (ITU-T H.265, 7.3.3). */
function skipProfile(reader: BitReader, lastSubLayer: number): void {
  reader.skip(96);
  const present = Array.from({ length: lastSubLayer }, () => [reader.bit(), reader.bit()] as const);
  if (lastSubLayer > 0) reader.skip(2 * (8 - lastSubLayer));
  for (const [hasProfile, hasLevel] of present) reader.skip(88 * hasProfile + 8 * hasLevel);
}

/** Skips the HEVC syntax structure `scaling_list_data` (ITU-T H.265, 7.3.4). */
function skipScalingLists(reader: BitReader): void {
  for (let size = 0; size < 4; size++)
    for (let matrix = 0; matrix < 6; matrix += size === 3 ? 3 : 1) {
      if (!reader.flag()) reader.unsignedUpTo(matrix);
      else repeat((size > 1 ? 1 : 0) + Math.min(64, 1 << (4 + (size << 1))), () => reader.signed());
    }
}

/** Reads `st_ref_pic_set`, a short-term reference picture set (ITU-T H.265, 7.3.7). Returns `NumDeltaPocs`. */
export function readShortTermSet(
  reader: BitReader,
  index: number,
  count: number,
  deltaPocs: readonly number[],
): number {
  if (index > 0 && reader.flag()) {
    const back = index === count ? reader.unsignedUpTo(index - 1) + 1 : 1;
    reader.skip(1);
    reader.unsigned();
    let used = 0;
    repeat((deltaPocs[index - back] as number) + 1, () => {
      if (reader.flag() || reader.flag()) used++;
    });
    return used;
  }
  const [negative, positive] = [reader.unsignedUpTo(16), reader.unsignedUpTo(16)];
  repeat(negative + positive, () => {
    reader.unsigned();
    reader.skip(1);
  });
  return negative + positive;
}

const EXTENDED_SAR = 255;

/** Skips the HEVC syntax structure `vui_parameters` (ITU-T H.265, E.2.1). */
function skipVui(reader: BitReader): void {
  if (reader.flag() && reader.bits(8) === EXTENDED_SAR) reader.skip(32);
  if (reader.flag()) reader.skip(1);
  if (reader.flag()) {
    reader.skip(4);
    if (reader.flag()) reader.skip(24);
  }
  if (reader.flag()) repeat(2, () => reader.unsigned());
  reader.skip(3);
  if (reader.flag()) repeat(4, () => reader.unsigned());
  if (reader.flag()) {
    reader.skip(64);
    if (reader.flag()) reader.unsigned();
    if (reader.flag()) throw new UnknownFeature('vui_hrd_parameters_present_flag');
  }
  if (reader.flag()) {
    reader.skip(3);
    repeat(5, () => reader.unsigned());
  }
}
