import { BitReader, unescapeNal } from '../../base/bit-reader.ts';

/** Fields of an H.264 sequence parameter set (SPS) that are required to repeat a frame (H.264, 7.3.2.1.1). */
export interface SequenceParameters {
  readonly profile: number;
  readonly chromaFormat: number;
  readonly separateColourPlanes: boolean;
  /** Bits of the deepest samples: luma or chroma. */
  readonly bitDepth: number;
  readonly hasScalingLists: boolean;
  readonly frameNumBits: number;
  readonly orderCountType: number;
  /** Number of bits of `pic_order_cnt_lsb`; 0 unless `pic_order_cnt_type` is 0. */
  readonly orderCountBits: number;
  readonly macroblocks: number;
  /** Macroblocks in a row. */
  readonly columns: number;
  readonly framesOnly: boolean;
}

/** Fields of an H.264 picture parameter set (PPS) that are required to repeat a frame (H.264, 7.3.2.2). */
export interface ImageParameters {
  readonly id: number;
  /** ID of the SPS. */
  readonly sequenceId: number;
  readonly cabac: boolean;
  readonly orderCountInFields: boolean;
  readonly sliceGroups: number;
  /** Default number of active references in reference list 0. */
  readonly references: number;
  readonly weightedPrediction: boolean;
  readonly initialQp: number;
  readonly deblockingControl: boolean;
  readonly redundantImages: boolean;
}

/** H.264 profiles whose SPS has chroma format fields (H.264, 7.3.2.1.1). */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/** Parses an H.264 sequence parameter set (SPS). Throws RangeError for a truncated SPS. */
export function parseSequenceParameters(unit: Uint8Array): SequenceParameters {
  const reader = new BitReader(unescapeNal(unit).subarray(1));
  const profile = reader.bits(8);
  reader.bits(16);
  reader.unsigned();
  const format = HIGH_PROFILES.has(profile)
    ? readHighFormat(reader)
    : { chromaFormat: 1, separateColourPlanes: false, bitDepth: 8, hasScalingLists: false };
  const frameNumBits = reader.unsigned() + 4;
  const orderCountType = reader.unsigned();
  const orderCountBits = orderCountType === 0 ? reader.unsigned() + 4 : 0;
  if (orderCountType === 1) skipOrderCountCycle(reader);
  reader.unsigned();
  reader.flag();
  const columns = reader.unsigned() + 1;
  const rows = reader.unsigned() + 1;
  const framesOnly = reader.flag();
  return {
    profile,
    ...format,
    frameNumBits,
    orderCountType,
    orderCountBits,
    macroblocks: columns * rows,
    columns,
    framesOnly,
  };
}

function readHighFormat(reader: BitReader) {
  const chromaFormat = reader.unsigned();
  const separateColourPlanes = chromaFormat === 3 && reader.flag();
  const bitDepth = 8 + Math.max(reader.unsigned(), reader.unsigned());
  reader.flag();
  const hasScalingLists = reader.flag();
  for (let list = 0; hasScalingLists && list < (chromaFormat === 3 ? 12 : 8); list++) {
    const isPresent = reader.flag();
    if (isPresent) skipScalingList(reader, list < 6 ? 16 : 64);
  }
  return { chromaFormat, separateColourPlanes, bitDepth, hasScalingLists };
}

/** Skips the H.264 syntax structure `scaling_list()` (H.264, 7.3.2.1.1.1). */
function skipScalingList(reader: BitReader, size: number): void {
  let last = 8;
  for (let index = 0; index < size; index++) {
    const next = (last + reader.signed() + 256) % 256;
    if (next === 0) return;
    last = next;
  }
}

function skipOrderCountCycle(reader: BitReader): void {
  reader.flag();
  reader.signed();
  reader.signed();
  const count = reader.unsigned();
  for (let index = 0; index < count; index++) reader.signed();
}

/** Parses an H.264 picture parameter set (PPS). Throws RangeError for a truncated PPS. */
export function parseImageParameters(unit: Uint8Array): ImageParameters {
  const reader = new BitReader(unescapeNal(unit).subarray(1));
  const id = reader.unsigned();
  const sequenceId = reader.unsigned();
  const cabac = reader.flag();
  const orderCountInFields = reader.flag();
  const sliceGroups = reader.unsigned() + 1;
  // Slice groups are not parsed, because no encoder uses slice groups.
  if (sliceGroups > 1)
    return {
      id,
      sequenceId,
      cabac,
      orderCountInFields,
      sliceGroups,
      references: 0,
      weightedPrediction: false,
      initialQp: 0,
      deblockingControl: false,
      redundantImages: false,
    };
  const references = reader.unsigned() + 1;
  reader.unsigned();
  const weightedPrediction = reader.flag();
  reader.bits(2);
  const initialQp = 26 + reader.signed();
  reader.signed();
  reader.signed();
  const deblockingControl = reader.flag();
  reader.flag();
  const redundantImages = reader.flag();
  return {
    id,
    sequenceId,
    cabac,
    orderCountInFields,
    sliceGroups,
    references,
    weightedPrediction,
    initialQp,
    deblockingControl,
    redundantImages,
  };
}

/** Returns the H.264 decoder configuration record `avcC` (ISO/IEC 14496-15, 5.3.3.1). */
export function decoderConfiguration(sps: Uint8Array, imageSets: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const [, profile = 0, compatibility = 0, level = 0] = sps;
  const withFormat = HIGH_PROFILES.has(profile) ? [0xfd, 0xf8, 0xf8, 0] : [];
  return new Uint8Array([
    1,
    profile,
    compatibility,
    level,
    0xff,
    0xe1,
    sps.length >> 8,
    sps.length & 0xff,
    ...sps,
    imageSets.length,
    ...imageSets.flatMap((pps) => [pps.length >> 8, pps.length & 0xff, ...pps]),
    ...withFormat,
  ]);
}

/** Returns the H.264 codec string of RFC 6381: `avc1.` with profile, compatibility and level in hexadecimal. */
export function codecName(sps: Uint8Array): string {
  return `avc1.${[...sps.subarray(1, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
