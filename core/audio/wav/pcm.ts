import { viewOf } from '../../base/bytes.ts';
import { type BlockEncoding, blockCodec } from './block-codecs.ts';

export type SampleEncoding = 'integer' | 'float' | 'alaw' | 'mulaw' | BlockEncoding;

export interface PcmFormat {
  readonly encoding: SampleEncoding;
  readonly channels: number;
  /** Bytes per sample of one channel; 0 for encodings that pack samples into blocks, such as ADPCM. */
  readonly sampleBytes: number;
  readonly littleEndian: boolean;
  /** Number of valid bits in the low bits of a wider integer; `undefined` if the valid bits are the high bits. */
  readonly lowBits?: number;
  readonly blockBytes: number;
  /** Frames (one sample of each channel) per block; more than one in encodings such as ADPCM. */
  readonly blockFrames: number;
}

/** Decodes whole blocks to one `Float32Array` per channel, with full scale at ±1 and NaN as silence. */
export function decodeSamples(bytes: Uint8Array, format: PcmFormat): Float32Array<ArrayBuffer>[] {
  const blocks = Math.floor(bytes.length / format.blockBytes);
  const sampleFrames = blocks * format.blockFrames;
  const channels = Array.from({ length: format.channels }, () => new Float32Array(sampleFrames));
  const codec = blockCodec(format.encoding);
  if (codec) {
    for (let block = 0; block < blocks; block++)
      codec.decode(bytes, block * format.blockBytes, format, channels, block * format.blockFrames);
    return channels;
  }
  const ordered =
    format.littleEndian || format.sampleBytes === 1 ? bytes : swapBytes(bytes, format.sampleBytes, format.blockBytes);
  const read = sampleReader(ordered, format);
  channels.forEach((samples, channel) => {
    let offset = channel * format.sampleBytes;
    for (let frame = 0; frame < sampleFrames; frame++, offset += format.blockBytes) samples[frame] = read(offset);
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

/** 24 dB above full scale. One infinite sample would make the sums of a filter or a mix infinite or NaN. */
const LOUDEST = 16;

export function limitSamples(samples: Float32Array): void {
  for (let index = 0; index < samples.length; index++) {
    const sample = samples[index] as number;
    if (sample > LOUDEST) samples[index] = LOUDEST;
    else if (sample < -LOUDEST) samples[index] = -LOUDEST;
  }
}

const numberOrSilence = (value: number) => (Number.isNaN(value) ? 0 : value);

/** True if floating-point samples include NaN, which is no sample value. */
export function hasNaN(bytes: Uint8Array, { encoding, sampleBytes, littleEndian }: PcmFormat): boolean {
  if (encoding !== 'float') return false;
  const view = viewOf(bytes);
  for (let offset = 0; offset + sampleBytes <= bytes.length; offset += sampleBytes)
    if (Number.isNaN(sampleBytes === 8 ? view.getFloat64(offset, littleEndian) : view.getFloat32(offset, littleEndian)))
      return true;
  return false;
}

/** Largest level that counts as full scale: half a 16-bit step above 1, as the rounding errors of filters give. */
const FULL_SCALE = 1 + 2 ** -16;

export function isBeyondFullScale(samples: Float32Array): boolean {
  for (const sample of samples) if (sample > FULL_SCALE || sample < -FULL_SCALE) return true;
  return false;
}

export function clip(samples: Float32Array): void {
  for (let index = 0; index < samples.length; index++) {
    const sample = samples[index] as number;
    if (sample > 1) samples[index] = 1;
    else if (sample < -1) samples[index] = -1;
  }
}

/** Decodes A-law to 13 bits: even bits inverted; a sign, a 3-bit segment and a 4-bit mantissa (ITU-T G.711). */
const A_LAW = Float32Array.from({ length: 256 }, (_, code) => {
  const bits = code ^ 0x55;
  const segment = (bits >> 4) & 7;
  const mantissa = ((bits & 15) << 4) + 8;
  const magnitude = segment === 0 ? mantissa : (mantissa + 0x100) << (segment - 1);
  return (bits & 0x80 ? magnitude : -magnitude) / 0x8000;
});

/** Decodes µ-law to 14 bits: all bits are inverted; the magnitude has a bias of 132 (ITU-T G.711). */
const MU_LAW = Float32Array.from({ length: 256 }, (_, code) => {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 15) << 3) + 132) << ((bits >> 4) & 7)) - 132;
  return (bits & 0x80 ? 0 - magnitude : magnitude) / 0x8000;
});

export interface SourceStretch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: PcmFormat;
  readonly firstFrame: number;
  /** Number of frames in the source file; further frames in the last block are padding. */
  readonly sourceFrames: number;
  readonly sourceRate: number;
  readonly channelMask: number;
}
