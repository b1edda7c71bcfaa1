import { MAX_AV1_OBUS, MAX_AV1_SEQUENCES } from '../../base/limits.ts';

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

/** Returns the sequence headers in a payload of OBUs (AV1, 5.3). Throws RangeError for damage or too many OBUs. */
export function readAv1Sequences(payload: Uint8Array): Av1Sequence[] {
  const sequences: Av1Sequence[] = [];
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
    if (((head >> 3) & 15) === OBU_SEQUENCE_HEADER) {
      if (sequences.length === MAX_AV1_SEQUENCES) throw new RangeError('Too many sequence headers');
      sequences.push(readSequence(payload.subarray(at, at + length)));
    }
    at += length;
  }
  return sequences;
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

function bitReader(bytes: Uint8Array) {
  let at = 0;
  const bit = (): number => {
    const byte = bytes[at >> 3];
    if (byte === undefined) throw new RangeError('A sequence header is cut off');
    return (byte >> (7 - (at++ & 7))) & 1;
  };
  const bits = (count: number): number => {
    let value = 0;
    for (let index = 0; index < count; index++) value = value * 2 + bit();
    return value;
  };
  return { bits, flag: () => bit() === 1 };
}

type Bits = ReturnType<typeof bitReader>;

/** Reads the AV1 syntax structure sequence_header_obu() (AV1, 5.5.1). */
function readSequence(bytes: Uint8Array): Av1Sequence {
  const reader = bitReader(bytes);
  const { bits, flag } = reader;
  const profile = bits(3);
  if (profile > 2) throw new RangeError('A reserved AV1 profile');
  bits(1); // Skips the flag still_picture of the AV1 sequence header.
  const isReduced = flag();
  if (isReduced) bits(5);
  else skipOperatingPoints(reader);
  const [widthBits, heightBits] = [bits(4) + 1, bits(4) + 1];
  const [width, height] = [bits(widthBits) + 1, bits(heightBits) + 1];
  // Skips frame_id_numbers_present_flag, delta_frame_id_length_minus_2, additional_frame_id_length_minus_1.
  if (!isReduced && flag()) bits(7);
  bits(3); // Skips the AV1 flags use_128x128_superblock, enable_filter_intra and enable_intra_edge_filter.
  if (!isReduced) skipInterTools(reader);
  bits(3); // Skips the AV1 flags enable_superres, enable_cdef and enable_restoration.
  return { profile, width, height, ...readColorConfig(reader, profile) };
}

function skipOperatingPoints({ bits, flag }: Bits): void {
  let delayBits = 0;
  if (flag()) {
    bits(64); // Skips the AV1 fields num_units_in_display_tick and time_scale.
    // After the flag equal_picture_interval, skips num_ticks_per_picture_minus_1, which is coded as uvlc().
    if (flag()) {
      let zeros = 0;
      while (!flag()) if (++zeros === 32) throw new RangeError('A sequence header is damaged');
      bits(zeros);
    }
    if (flag()) {
      delayBits = bits(5) + 1;
      // Skips num_units_in_decoding_tick, buffer_removal_time_length and frame_presentation_time_length.
      bits(42);
    }
  }
  const hasDelay = flag();
  const count = bits(5) + 1;
  for (let index = 0; index < count; index++) {
    bits(12); // Skips the AV1 field operating_point_idc.
    if (bits(5) > 7) bits(1);
    if (delayBits > 0 && flag()) bits(2 * delayBits + 1);
    if (hasDelay && flag()) bits(4);
  }
}

function skipInterTools({ bits, flag }: Bits): void {
  // Skips the flags enable_interintra_compound, enable_masked_compound, enable_warped_motion and enable_dual_filter.
  bits(4);
  const hasOrderHint = flag();
  if (hasOrderHint) bits(2); // Skips the AV1 flags enable_jnt_comp and enable_ref_frame_mvs.
  // Reads seq_choose_screen_content_tools, and seq_force_screen_content_tools after the value 0.
  const mayForceIntegerMotion = flag() || flag();
  // Skips the AV1 field seq_choose_integer_mv, and seq_force_integer_mv after the value 0.
  if (mayForceIntegerMotion && !flag()) bits(1);
  if (hasOrderHint) bits(3);
}

/** Reads the AV1 syntax structure color_config() (AV1, 5.5.2). */
function readColorConfig({ bits, flag }: Bits, profile: number) {
  const isHigh = flag();
  const bitDepth = profile === 2 && isHigh ? (flag() ? 12 : 10) : isHigh ? 10 : 8;
  const isMonochrome = profile !== 1 && flag();
  const [primaries, transfer, matrix] = flag() ? [bits(8), bits(8), bits(8)] : [2, 2, 2];
  const common = { bitDepth, isMonochrome, primaries, transfer, matrix } as const;
  if (isMonochrome) return { ...common, isFullRange: flag(), subsamplingX: 1, subsamplingY: 1 };
  if (primaries === 1 && transfer === 13 && matrix === 0)
    return { ...common, isFullRange: true, subsamplingX: 0, subsamplingY: 0 };
  const isFullRange = flag();
  if (profile === 0) return { ...common, isFullRange, subsamplingX: 1, subsamplingY: 1 };
  if (profile === 1) return { ...common, isFullRange, subsamplingX: 0, subsamplingY: 0 };
  if (bitDepth < 12) return { ...common, isFullRange, subsamplingX: 1, subsamplingY: 0 };
  const subsamplingX = bits(1);
  return { ...common, isFullRange, subsamplingX, subsamplingY: subsamplingX === 1 ? bits(1) : 0 };
}
