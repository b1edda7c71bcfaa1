import { BitReader } from '../../base/bit-reader.ts';
import { viewOf } from '../../base/bytes.ts';

/** Returns the number of samples per channel that a decoder makes of a packet; `undefined` for an invalid packet. */
export type CountSamples = (packet: Uint8Array) => number | undefined;

/** Returns the samples of an Opus packet at 48 kHz: frames of the configuration's length (RFC 6716, 3.1 and 3.2). */
export function opusSamples(packet: Uint8Array): number | undefined {
  const [toc, second = 0] = packet;
  if (toc === undefined) return undefined;
  const configuration = toc >> 3;
  const [silk, hybrid] = [configuration < 12, configuration < 16];
  const frame = silk
    ? (OPUS_SILK_FRAMES[configuration & 3] as number)
    : hybrid
      ? 480 << (configuration & 1)
      : 120 << (configuration & 3);
  const code = toc & 3;
  return frame * (code === 0 ? 1 : code === 3 ? second & 63 : 2);
}

const OPUS_SILK_FRAMES = [480, 960, 1920, 2880];

/** Returns the block size in the header of a FLAC frame (RFC 9639, 9.1.1). */
export function flacSamples(packet: Uint8Array): number | undefined {
  if (packet[0] !== 0xff || packet.length < 6) return undefined;
  const code = (packet[2] as number) >> 4;
  if (code === 0) return undefined;
  if (code === 1) return 192;
  if (code < 6) return 576 << (code - 2);
  if (code > 7) return 256 << (code - 8);
  // The frame's or sample's number precedes the size, in an extension of UTF-8 of one to seven bytes.
  const ones = Math.clz32(~((packet[4] as number) << 24));
  const at = 4 + Math.max(1, ones);
  if (at + 2 > packet.length) return undefined;
  return 1 + (code === 6 ? (packet[at] as number) : viewOf(packet).getUint16(at));
}

/**
 * Returns the counter for Vorbis: a packet completes a quarter of the previous block and of its own block, and the
 * first packet completes nothing (Vorbis I, 1.3.2 and 4.3.8). `description` has the three headers, with Xiph lacing.
 * Returns `undefined` for invalid headers.
 */
export function vorbisCounter(description: Uint8Array): CountSamples | undefined {
  const [identification, , setup] = splitXiph(description);
  if (!identification || identification.length < 29 || !setup) return undefined;
  const sizes = identification[28] as number;
  const blocks = [1 << (sizes & 15), 1 << (sizes >> 4)];
  const modes = vorbisModes(setup);
  if (!modes) return undefined;
  const modeBits = 32 - Math.clz32(modes.length - 1);
  let previous: number | undefined;
  return (packet) => {
    const [first] = packet;
    if (first === undefined || first & 1) return undefined;
    const block = blocks[modes[(first >> 1) & ((1 << modeBits) - 1)] ?? -1];
    if (block === undefined) return undefined;
    const samples = previous === undefined ? 0 : (previous + block) / 4;
    previous = block;
    return samples;
  };
}

function splitXiph(bytes: Uint8Array): Uint8Array[] {
  const lengths: number[] = [];
  let at = 1;
  for (let packet = 0; packet < 2; packet++) {
    let length = 0;
    while (bytes[at] === 255) length += bytes[at++] as number;
    lengths.push(length + (bytes[at++] ?? 0));
  }
  const [first = 0, second = 0] = lengths;
  return [
    bytes.subarray(at, at + first),
    bytes.subarray(at + first, at + first + second),
    bytes.subarray(at + first + second),
  ];
}

const MODE_BITS = 41;
const MAX_MODES = 64;

/**
 * Reads which modes have long blocks, from the end of the setup header: a framing bit, then modes of a mapping (8 bits),
 * two zero words and a flag, then their number less one (6 bits). Everything before has no fixed place.
 */
function vorbisModes(setup: Uint8Array): number[] | undefined {
  const bits = new BitReader(setup.slice().reverse());
  const end = setup.length * 8;
  while (bits.position < end && bits.bit() === 0);
  const flags: number[] = [];
  let modes: number[] | undefined;
  while (flags.length < MAX_MODES && bits.position + MODE_BITS + 6 <= end) {
    if (bits.bits(8) > 63 || bits.bits(32) !== 0) break;
    flags.push(bits.bit());
    const at = bits.position;
    if (bits.bits(6) + 1 === flags.length) modes = flags.slice().reverse();
    bits.position = at;
  }
  return modes;
}
