// Triangular dither of ±1 quantization step (Lipshitz, Wannamaker and Vanderkooy, "Quantization and dither", 1992). The
// dither depends on a sample's position only, so pieces of any length join exactly. Digital silence stays silent.

/** Quantizes and clips to 16 bits. `position` is the index of the first sample, counted from the start of the audio. */
export function quantizeTo16(samples: Float32Array, position: number, channel: number): Int16Array<ArrayBuffer> {
  const output = new Int16Array(samples.length);
  for (let index = 0; index < output.length; index++)
    output[index] = quantize(samples[index] as number, 0x8000, ditherAt(position + index, channel));
  return output;
}

/**
 * Quantizes samples and returns them interleaved and little-endian, for a WAV file. Without `isDithered`, 16-bit values
 * stay as they are.
 */
export function writePcm(
  channels: readonly Float32Array[],
  position: number,
  depth: PcmDepth,
  isDithered = true,
): Uint8Array<ArrayBuffer> {
  const sampleFrames = channels[0]?.length ?? 0;
  const bytes = new Uint8Array(sampleFrames * channels.length * PCM_BYTES[depth]);
  const write = { '16': isDithered ? write16 : write16Exactly, '24': write24, float: writeFloat }[depth];
  channels.forEach((samples, channel) => {
    write(bytes, samples, channel, channels.length, position);
  });
  return bytes;
}

type PcmWriter = (
  bytes: Uint8Array<ArrayBuffer>,
  samples: Float32Array,
  channel: number,
  channels: number,
  position: number,
) => void;

const write16: PcmWriter = (bytes, samples, channel, channels, position) => {
  let at = channel * 2;
  for (let index = 0; index < samples.length; index++, at += channels * 2) {
    const step = quantize(samples[index] as number, 0x8000, ditherAt(position + index, channel));
    bytes[at] = step;
    bytes[at + 1] = step >> 8;
  }
};

const write16Exactly: PcmWriter = (bytes, samples, channel, channels) => {
  let at = channel * 2;
  for (let index = 0; index < samples.length; index++, at += channels * 2) {
    const step = quantize(samples[index] as number, 0x8000, 0);
    bytes[at] = step;
    bytes[at + 1] = step >> 8;
  }
};

/** True if every sample is a 16-bit value. */
export const has16Bits = (channels: readonly Float32Array[]): boolean =>
  channels.every((samples) => samples.every((sample) => Number.isInteger(sample * 0x8000)));

/** Writes samples without dither, because the rounding errors of audio decoders exceed a 24-bit quantization step. */
const write24: PcmWriter = (bytes, samples, channel, channels) => {
  let at = channel * 3;
  for (let index = 0; index < samples.length; index++, at += channels * 3) {
    const step = quantize(samples[index] as number, 0x80_0000, 0);
    bytes[at] = step;
    bytes[at + 1] = step >> 8;
    bytes[at + 2] = step >> 16;
  }
};

const writeFloat: PcmWriter = (bytes, samples, channel, channels) => {
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < samples.length; index++)
    view.setFloat32((index * channels + channel) * 4, samples[index] as number, true);
};

export const pcmDepths = ['16', '24', 'float'] as const;
export type PcmDepth = (typeof pcmDepths)[number];
export const PCM_BYTES: Readonly<Record<PcmDepth, number>> = { '16': 2, '24': 3, float: 4 };

function quantize(value: number, fullScale: number, dither: number): number {
  if (value === 0) return 0;
  return Math.max(-fullScale, Math.min(fullScale - 1, Math.floor(value * fullScale + dither + 0.5)));
}

/** Returns triangular noise, −1 to 1: adds both halves of the position's hash `lowbias32` (Wellons, 2018). */
function ditherAt(position: number, channel: number): number {
  let hash = (position | 0) ^ Math.imul(channel + 1, 0x9e37_79b9);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb_352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846c_a68b);
  hash ^= hash >>> 16;
  return ((hash & 0xffff) + (hash >>> 16)) / 0xffff - 1;
}
