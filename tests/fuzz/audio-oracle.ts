import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { decodeSamples } from '#core/audio/wav/pcm.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { riffChunks } from '#core/image/formats/webp/webp.ts';
import type { Platform } from '#core/platform/platform.ts';
import { openAudio } from '#core/video/audio/audio-source.ts';
import { makeFile } from '../video/inputs.ts';
import { decodeByFfmpeg } from './ffmpeg-samples.ts';
import { withTemporaryFile } from './image-makers.ts';
import { BLOCK_SAMPLES, readMp3Reference, statedSamples } from './mp3-reference.ts';
import { WrongResult } from './wrong-result.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The file of a case, and the undamaged file from which it was made. */
export interface AudioCase {
  readonly bytes: Bytes;
  readonly original: Bytes;
  readonly unchanged: boolean;
}

export interface Samples {
  readonly channels: readonly Float32Array[];
  readonly truncated: boolean;
  readonly damaged: boolean;
}

/** Reads all samples of a file. Tests of the fuzzer pass a reader with a fault. */
export type ReadSamples = (bytes: Bytes, platform: Platform) => Promise<Samples>;

export const readSamples: ReadSamples = async (bytes, platform) => {
  const audio = await openAudio(fileFromBytes('a.bin', bytes), { platform });
  const { bytes: blocks } = await audio.readBlocks(0, audio.sampleFrames, { platform });
  const channels = decodeSamples(blocks, audio.format);
  // Removes samples after the stated end, which the last block of compressed samples may contain.
  return {
    channels: channels.map((each) => each.subarray(0, audio.sampleFrames)),
    truncated: audio.truncated,
    damaged: audio.damaged,
  };
};

/**
 * Reads a file's samples and checks them:
 *
 * - An undamaged file gives FFmpeg's samples without a warning.
 * - A damaged file is refused, is reported as truncated or damaged, or gives the samples of the undamaged file. Other
 *   samples are correct too if they equal FFmpeg's, and FFmpeg accepts the file in its strictest mode. The reason:
 *   WAV and MP3 have no checksum over all samples.
 *
 * @throws WrongResult, and errors of the reader
 */
export async function checkAudio(
  { bytes, original, unchanged }: AudioCase,
  format: 'wav' | 'mp3',
  platform: Platform,
  read: ReadSamples = readSamples,
): Promise<void> {
  const { channels, truncated, damaged } = await read(bytes, platform);
  if (unchanged) {
    if (truncated || damaged)
      throw new WrongResult('undamaged refused', `opens as ${truncated ? 'truncated' : 'damaged'}`);
    const expected = decodeByFfmpeg(bytes, format, channels.length, { strict: false });
    if (!expected) throw new Error('FFmpeg does not open this file');
    const whole =
      format === 'mp3' ? statedSamples(bytes, channels.length) : withoutFilling(bytes, expected, channels[0]?.length);
    const difference = differenceFrom(channels, whole ?? expected, format);
    if (difference) throw new WrongResult('undamaged differs', difference);
    return;
  }
  if (truncated || damaged) return;
  const known = await read(original, platform).catch(() => undefined);
  if (known && !differenceFrom(channels, known.channels, format)) return;
  const reference = format === 'wav' ? readWavReference(bytes, channels) : await readMp3Reference(bytes, channels);
  if (!reference) throw new WrongResult('damage accepted', `FFmpeg refuses this ${format}`);
  const difference = differenceFrom(channels, reference.channels, format, reference.peaks);
  if (difference) throw new WrongResult('damaged differs', difference);
}

function readWavReference(wav: Bytes, channels: readonly Float32Array[]) {
  const expected = decodeByFfmpeg(wav, 'wav', channels.length);
  return expected && { channels: withoutFilling(wav, expected, channels[0]?.length), peaks: undefined };
}

const IMA_ADPCM = 17;

/**
 * Returns FFmpeg's samples of IMA ADPCM without the padding of the last block. The `fact` chunk states the number of
 * samples without padding.
 * FFmpeg ignores that chunk.
 */
function withoutFilling(wav: Bytes, expected: Float32Array[], length = 0): Float32Array[] {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.length);
  const chunks = [...riffChunks(wav)];
  const [format, fact] = ['fmt ', 'fact'].map((type) => chunks.find((chunk) => chunk.type === type));
  if (!format || !fact || view.getUint16(format.start, true) !== IMA_ADPCM) return expected;
  const samplesPerBlock = view.getUint16(format.start + 18, true);
  const filling = (expected[0]?.length ?? 0) - length;
  const isFilling = length === view.getUint32(fact.start, true) && filling > 0 && filling < samplesPerBlock;
  return isFilling ? expected.map((each) => each.subarray(0, length)) : expected;
}

/**
 * Maximum difference that counts as equal. WAV: half a step of 24 bits, because 64-bit floats are rounded. MP3: a step
 * of 16 bits, as required of an accurate decoder (ISO/IEC 11172-4: an RMS error below 2^-15 / √12).
 */
const tolerances = { wav: 2 ** -23, mp3: 2 ** -15 } as const;

/** Describes the difference in words; `undefined` if the samples are equal within the tolerance. */
export function differenceFrom(
  actual: readonly Float32Array[],
  expected: readonly Float32Array[],
  format: 'wav' | 'mp3',
  peaks?: readonly Float32Array[],
): string | undefined {
  const [ours, theirs] = [actual[0]?.length ?? 0, expected[0]?.length ?? 0];
  if (actual.length !== expected.length || ours !== theirs)
    return `${actual.length} channels of ${ours} samples are not ${expected.length} of ${theirs}`;
  for (const [channel, samples] of actual.entries())
    for (const [index, sample] of samples.entries()) {
      const stated = expected[channel]?.[index] as number;
      // Expects 0 where FFmpeg returns NaN, because the reader under test replaces NaN by silence.
      const other = Number.isNaN(stated) ? 0 : stated;
      const peak = peaks?.[channel]?.[Math.floor(index / BLOCK_SAMPLES)] ?? 1;
      // Compares for equality first, because the difference of equal infinite samples is NaN.
      if (sample !== other && !(Math.abs(sample - other) <= tolerances[format] * peak))
        return `channel ${channel}, sample ${index} of ${ours}: ${sample} is not ${other}`;
    }
  return undefined;
}

const KBITS = 192;

/** Maximum difference in decibels between the signal-to-noise ratios of Fudebako's and FFmpeg's MP3 at one bitrate. */
const DECIBELS_BELOW = 6;

/**
 * Converts an undamaged file and compares the result by FFmpeg. WAV from MP3 must have exactly
 * the MP3's samples. MP3 from WAV must have the WAV file's length, and its samples with limited noise.
 */
export async function checkConversion(bytes: Bytes, format: 'wav' | 'mp3', platform: Platform): Promise<void> {
  const file = fileFromBytes(`a.${format}`, bytes);
  const { channels } = await readSamples(bytes, platform);
  if (format === 'mp3') {
    const made = await makeFile('mp3-to-wav', { audio: file }, { bitDepth: 'float' }, platform);
    const difference = differenceFrom(channels, decodeByFfmpeg(made.bytes, 'wav', channels.length) ?? [], 'wav');
    if (difference || made.warnings?.length) throw new WrongResult('result differs', `MP3 to WAV: ${difference}`);
    return;
  }
  // Excludes mixed channels and clipped samples, which have their own tests.
  const isWithinScale = channels.every((samples) => samples.every((sample) => Math.abs(sample) <= 1));
  if (channels.length > 2 || !isWithinScale) return;
  const made = await makeFile('wav-to-mp3', { audio: file }, { bitrate: KBITS }, platform);
  if (!decodeByFfmpeg(made.bytes, 'mp3', channels.length))
    throw new WrongResult('result differs', 'FFmpeg refuses the MP3');
  const decoded = statedSamples(made.bytes, channels.length);
  if (!decoded) throw new WrongResult('result differs', 'The MP3 has no LAME tag');
  const [samples, converted] = [channels[0]?.length ?? 0, decoded[0]?.length ?? 0];
  const isResampled = new DataView(bytes.buffer).getUint32(24, true) > 48_000;
  if (isResampled) return;
  if (converted !== samples)
    throw new WrongResult('result differs', `WAV to MP3: ${converted} samples are not ${samples}`);
  const theirs = statedSamples(encodeByFfmpeg(bytes), channels.length) ?? [];
  for (const [channel, expected] of channels.entries()) {
    const [ours, least] = [decoded, theirs].map((each) => signalToNoise(expected, each[channel] ?? new Float32Array()));
    if ((ours as number) < (least as number) - DECIBELS_BELOW)
      throw new WrongResult('result differs', `WAV to MP3: channel ${channel} has ${ours} dB, by FFmpeg ${least} dB`);
  }
}

function encodeByFfmpeg(wav: Bytes): Bytes {
  return withTemporaryFile(wav, 'a.wav', (path) => {
    const made = `${path}.mp3`;
    const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-i', path, '-b:a', `${KBITS}k`, made]);
    if (status !== 0) throw new Error(`FFmpeg does not convert this WAV: ${stderr}`);
    return new Uint8Array(readFileSync(made));
  });
}

function signalToNoise(expected: Float32Array, actual: Float32Array): number {
  let [signal, noise] = [0, 1e-12];
  for (const [index, sample] of expected.entries()) {
    signal += sample ** 2;
    noise += (sample - (actual[index] ?? 0)) ** 2;
  }
  return 10 * Math.log10(signal / noise);
}
