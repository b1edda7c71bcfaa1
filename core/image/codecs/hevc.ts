import { BitReader } from '../../base/bit-reader.ts';
import { viewOf } from '../../base/bytes.ts';
import { unescapeNal } from '../../base/emulation-prevention.ts';
import { MAX_HEVC_NALS } from '../../base/limits.ts';
import { layerOfUnit, typeOfUnit } from '../hevc/nal-units.ts';
import type { ItemProperty } from './heif-items.ts';

/** The fields of an HEVC sequence parameter set (SPS) that decoding and checks need (ITU-T H.265, 7.3.2.2). */
export interface HevcSequence {
  /** Size of the coded image in whole coding blocks, before the conformance window crops the image. */
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly isMonochrome: boolean;
}

const SPS = 33;

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

/** Returns the HEVC sequence parameter sets of layer 0. */
export function sequencesIn(units: readonly Uint8Array[]): HevcSequence[] {
  return units.flatMap((unit) =>
    typeOfUnit(unit) === SPS && layerOfUnit(unit) === 0 ? [readSequence(unit.subarray(2))] : [],
  );
}

/** Maximum bytes of a sequence parameter set that contain the read fields. */
const MAX_FIELD_BYTES = 300;

/** Reads a sequence parameter set (ITU-T H.265, 7.3.2.2.1). */
function readSequence(unit: Uint8Array): HevcSequence {
  const reader = new BitReader(unescapeNal(unit.subarray(0, MAX_FIELD_BYTES)));
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
  if (chroma === 3) reader.skip(1); // Skips the HEVC flag separate_colour_plane_flag.
  const [width, height] = [reader.unsigned(), reader.unsigned()];
  // Skips the HEVC flag conformance_window_flag, and four offsets if the flag is set.
  if (reader.bits(1) === 1) for (let index = 0; index < 4; index++) reader.unsigned();
  return { width, height, bitDepth: reader.unsigned() + 8, isMonochrome: chroma === 0 };
}
