import { BitReader } from '../../../base/bit-reader.ts';
import { MAX_AV1_OBUS, MAX_AV1_SEQUENCES } from '../../../base/limits.ts';

/** The fields of an AV1 sequence header that decoding and checks need (AV1, 5.5). */
export interface Av1Sequence {
  readonly profile: number;
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly isMonochrome: boolean;
  readonly subsamplingX: number;
  readonly subsamplingY: number;
  /** Code of the color primaries (ITU-T H.273, table 2); 2 means unspecified. */
  readonly primaries: number;
  readonly transfer: number;
  readonly matrix: number;
  readonly isFullRange: boolean;
}

const OBU_SEQUENCE_HEADER = 1;

/** Frame header, and frame: a header with its tiles. A header that repeats another counts as a frame too. */
const OBU_FRAMES = [3, 6];

export interface Av1Payload {
  readonly sequences: readonly Av1Sequence[];
  /** Number of frames, shown or hidden. */
  readonly frames: number;
}

/** Reads the OBUs of a payload (AV1, 5.3). Throws RangeError for damage or too many OBUs. */
export function readAv1Payload(payload: Uint8Array): Av1Payload {
  const sequences: Av1Sequence[] = [];
  let frames = 0;
  let at = 0;
  for (let count = 0; at < payload.length; count++) {
    if (count === MAX_AV1_OBUS) throw new RangeError('Too many OBUs');
    const head = payload[at++] as number;
    // obu_forbidden_bit and obu_reserved_1bit of an OBU header must be 0 (AV1, 5.3.2).
    if (head & 0x81) throw new RangeError('An OBU header is damaged');
    if (head & 4) at++;
    let length = payload.length - at;
    if (head & 2) {
      const size = readLeb128(payload, at);
      length = size.value;
      at = size.end;
    }
    if (length < 0 || at + length > payload.length) throw new RangeError('An OBU is cut off');
    const type = (head >> 3) & 15;
    if (OBU_FRAMES.includes(type)) frames++;
    if (type === OBU_SEQUENCE_HEADER) {
      if (sequences.length === MAX_AV1_SEQUENCES) throw new RangeError('Too many sequence headers');
      sequences.push(readSequence(payload.subarray(at, at + length)));
    }
    at += length;
  }
  return { sequences, frames };
}

/** Reads an integer in the variable-length code leb128() (AV1, 4.10.5). */
function readLeb128(bytes: Uint8Array, from: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let index = 0; index < 8; index++) {
    const byte = bytes[from + index];
    if (byte === undefined) break;
    value += (byte & 127) * 2 ** (7 * index);
    if (byte < 128) return { value, end: from + index + 1 };
  }
  throw new RangeError('The size of an OBU is damaged');
}

/** Reads the AV1 syntax structure sequence_header_obu() (AV1, 5.5.1). */
function readSequence(bytes: Uint8Array): Av1Sequence {
  const reader = new BitReader(bytes);
  const profile = reader.bits(3);
  if (profile > 2) throw new RangeError('A reserved AV1 profile');
  reader.bits(1); // Skips the flag still_picture of the AV1 sequence header.
  const isReduced = reader.flag();
  if (isReduced) reader.bits(5);
  else skipOperatingPoints(reader);
  const [widthBits, heightBits] = [reader.bits(4) + 1, reader.bits(4) + 1];
  const [width, height] = [reader.bits(widthBits) + 1, reader.bits(heightBits) + 1];
  // Skips frame_id_numbers_present_flag, delta_frame_id_length_minus_2, additional_frame_id_length_minus_1.
  if (!isReduced && reader.flag()) reader.bits(7);
  reader.bits(3); // Skips the AV1 flags use_128x128_superblock, enable_filter_intra and enable_intra_edge_filter.
  if (!isReduced) skipInterTools(reader);
  reader.bits(3); // Skips the AV1 flags enable_superres, enable_cdef and enable_restoration.
  return { profile, width, height, ...readColorConfig(reader, profile) };
}

function skipOperatingPoints(reader: BitReader): void {
  let delayBits = 0;
  if (reader.flag()) {
    reader.bits(64); // Skips the AV1 fields num_units_in_display_tick and time_scale.
    // After the flag equal_picture_interval, skips num_ticks_per_picture_minus_1, which is coded as uvlc().
    if (reader.flag()) {
      let zeros = 0;
      while (!reader.flag()) if (++zeros === 32) throw new RangeError('A sequence header is damaged');
      reader.bits(zeros);
    }
    if (reader.flag()) {
      delayBits = reader.bits(5) + 1;
      // Skips num_units_in_decoding_tick, buffer_removal_time_length and frame_presentation_time_length.
      reader.bits(42);
    }
  }
  const hasDelay = reader.flag();
  const count = reader.bits(5) + 1;
  for (let index = 0; index < count; index++) {
    reader.bits(12); // Skips the AV1 field operating_point_idc.
    if (reader.bits(5) > 7) reader.bits(1);
    if (delayBits > 0 && reader.flag()) reader.bits(2 * delayBits + 1);
    if (hasDelay && reader.flag()) reader.bits(4);
  }
}

function skipInterTools(reader: BitReader): void {
  // Skips the flags enable_interintra_compound, enable_masked_compound, enable_warped_motion and enable_dual_filter.
  reader.bits(4);
  const hasOrderHint = reader.flag();
  if (hasOrderHint) reader.bits(2); // Skips the AV1 flags enable_jnt_comp and enable_ref_frame_mvs.
  // Reads seq_choose_screen_content_tools, and seq_force_screen_content_tools after the value 0.
  const mayForceIntegerMotion = reader.flag() || reader.flag();
  // Skips the AV1 field seq_choose_integer_mv, and seq_force_integer_mv after the value 0.
  if (mayForceIntegerMotion && !reader.flag()) reader.bits(1);
  if (hasOrderHint) reader.bits(3);
}

/** Reads the AV1 syntax structure color_config() (AV1, 5.5.2). */
function readColorConfig(reader: BitReader, profile: number) {
  const isHigh = reader.flag();
  const bitDepth = profile === 2 && isHigh ? (reader.flag() ? 12 : 10) : isHigh ? 10 : 8;
  const isMonochrome = profile !== 1 && reader.flag();
  const [primaries, transfer, matrix] = reader.flag() ? [reader.bits(8), reader.bits(8), reader.bits(8)] : [2, 2, 2];
  const common = { bitDepth, isMonochrome, primaries, transfer, matrix } as const;
  if (isMonochrome) return { ...common, isFullRange: reader.flag(), subsamplingX: 1, subsamplingY: 1 };
  if (primaries === 1 && transfer === 13 && matrix === 0)
    return { ...common, isFullRange: true, subsamplingX: 0, subsamplingY: 0 };
  const isFullRange = reader.flag();
  if (profile === 0) return { ...common, isFullRange, subsamplingX: 1, subsamplingY: 1 };
  if (profile === 1) return { ...common, isFullRange, subsamplingX: 0, subsamplingY: 0 };
  if (bitDepth < 12) return { ...common, isFullRange, subsamplingX: 1, subsamplingY: 0 };
  const subsamplingX = reader.bits(1);
  return { ...common, isFullRange, subsamplingX, subsamplingY: subsamplingX === 1 ? reader.bits(1) : 0 };
}
