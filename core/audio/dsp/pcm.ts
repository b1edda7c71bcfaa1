import { viewOf } from '../../base/bytes.ts';
import { decodeImaBlock } from '../wav/ima-adpcm.ts';

/** How samples are written in a file. */
export type SampleEncoding = 'integer' | 'float' | 'alaw' | 'mulaw' | 'ima-adpcm';

/** Everything that is needed to read samples out of bytes. */
export interface PcmFormat {
  readonly encoding: SampleEncoding;
  readonly channels: number;
  /** Bytes that one sample of one channel takes; 0 where samples are packed into blocks. */
  readonly sampleBytes: number;
  readonly littleEndian: boolean;
  /**
   * Bits that count, where they stand in the low bits of a wider sample. The rule is the high bits
   * (`undefined`): the sample is read whole.
   */
  readonly lowBits?: number;
  /** Bytes of one block: of one frame, except in a packed encoding. */
  readonly blockBytes: number;
  /** Frames (a sample of every channel) that one block holds. */
  readonly blockFrames: number;
}

/**
 * Samples of each channel, full scale at ±1. Integers of n bits are divided by 2^(n−1); 8-bit ones
 * are unsigned, as WAV has it. What is not a number becomes silence.
 *
 * @param bytes whole blocks
 * @returns a `Float32Array` for each channel, `blocks × blockFrames` long
 */
export function decodeSamples(bytes: Uint8Array, format: PcmFormat): Float32Array<ArrayBuffer>[] {
  const blocks = Math.floor(bytes.length / format.blockBytes);
  const frames = blocks * format.blockFrames;
  const channels = Array.from({ length: format.channels }, () => new Float32Array(frames));
  if (format.encoding === 'ima-adpcm') {
    for (let block = 0; block < blocks; block++)
      decodeImaBlock(bytes, block * format.blockBytes, format, channels, block * format.blockFrames);
    return channels;
  }
  const ordered =
    format.littleEndian || format.sampleBytes === 1 ? bytes : swapBytes(bytes, format.sampleBytes, format.blockBytes);
  const read = sampleReader(ordered, format);
  channels.forEach((samples, channel) => {
    let offset = channel * format.sampleBytes;
    for (let frame = 0; frame < frames; frame++, offset += format.blockBytes) samples[frame] = read(offset);
  });
  return channels;
}

function swapBytes(bytes: Uint8Array, sampleBytes: number, blockBytes: number): Uint8Array {
  const swapped = bytes.slice(0, Math.floor(bytes.length / blockBytes) * blockBytes);
  for (let block = 0; block < swapped.length; block += blockBytes)
    for (let start = block; start + sampleBytes <= block + blockBytes; start += sampleBytes)
      swapped.subarray(start, start + sampleBytes).reverse();
  return swapped;
}

type SampleReader = (offset: number) => number;

function sampleReader(bytes: Uint8Array, { encoding, sampleBytes, lowBits }: PcmFormat): SampleReader {
  const view = viewOf(bytes);
  const byte = (offset: number) => bytes[offset] as number;
  if (encoding === 'alaw') return (offset) => A_LAW[byte(offset)] as number;
  if (encoding === 'mulaw') return (offset) => MU_LAW[byte(offset)] as number;
  if (encoding === 'float')
    return sampleBytes === 8
      ? (offset) => numberOrSilence(view.getFloat64(offset, true))
      : (offset) => numberOrSilence(view.getFloat32(offset, true));
  if (sampleBytes === 1) return (offset) => (byte(offset) - 128) / 128;
  if (lowBits !== undefined) {
    const unused = 32 - lowBits;
    return (offset) => ((view.getInt32(offset, true) << unused) >> unused) / 2 ** (lowBits - 1);
  }
  if (sampleBytes === 2) return (offset) => view.getInt16(offset, true) / 0x8000;
  if (sampleBytes === 3)
    return (offset) => ((byte(offset) << 8) | (byte(offset + 1) << 16) | (byte(offset + 2) << 24)) / 0x8000_0000;
  return (offset) => view.getInt32(offset, true) / 0x8000_0000;
}

const numberOrSilence = (value: number) => (Number.isNaN(value) ? 0 : value);

/** ITU-T G.711, A-law: the even bits are inverted; sign, three bits of segment, four of mantissa; 13 bits. */
const A_LAW = Float32Array.from({ length: 256 }, (_, code) => {
  const bits = code ^ 0x55;
  const segment = (bits >> 4) & 7;
  const mantissa = ((bits & 15) << 4) + 8;
  const magnitude = segment === 0 ? mantissa : (mantissa + 0x100) << (segment - 1);
  return (bits & 0x80 ? magnitude : -magnitude) / 0x8000;
});

/** ITU-T G.711, µ-law: all bits are inverted, the magnitude biased by 132; 14 bits. */
const MU_LAW = Float32Array.from({ length: 256 }, (_, code) => {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 15) << 3) + 132) << ((bits >> 4) & 7)) - 132;
  return (bits & 0x80 ? 0 - magnitude : magnitude) / 0x8000;
});

/** A stretch of a source's sound, undecoded. */
export interface SourceStretch {
  /** Whole blocks of the source's samples. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: PcmFormat;
  /** The number of the first frame in `bytes`. */
  readonly firstFrame: number;
  /** How many frames the source has: where the last block is not full, what follows is no sound. */
  readonly sourceFrames: number;
  readonly sourceRate: number;
  readonly channelMask: number;
}
