import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { decodeSamples } from '#core/audio/dsp/pcm.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { riffChunks } from '#core/image/codecs/webp.ts';
import type { Platform } from '#core/platform/platform.ts';
import { openAudio } from '#core/video/sound/sound.ts';
import { makeFile } from '../video/inputs.ts';
import { withTemporaryFile } from './image-makers.ts';
import { WrongResult } from './wrong-result.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The file of a case, and the file without a fault that it was made from. */
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

/** Reads all samples of a file, or does so with a planted fault. */
export type ReadSamples = (bytes: Bytes, platform: Platform) => Promise<Samples>;

export const readSamples: ReadSamples = async (bytes, platform) => {
  const sound = await openAudio(fileFromBytes('a.bin', bytes));
  const { bytes: blocks } = await sound.readBlocks(0, sound.sampleFrames, { platform });
  const channels = decodeSamples(blocks, sound.format);
  // Blocks of packed samples hold more than the file has.
  return {
    channels: channels.map((each) => each.subarray(0, sound.sampleFrames)),
    truncated: sound.truncated,
    damaged: sound.damaged,
  };
};

/**
 * Reads a file's samples and judges them:
 *
 * - An undamaged file gives the samples of FFmpeg without a warning.
 * - A damaged file is refused, is reported as truncated or damaged, or gives the samples of the undamaged file. WAV and MP3
 *   have no checksum of every sample. The samples may therefore be those of FFmpeg, if strict FFmpeg accepts the file.
 *
 * @throws WrongResult, and what the reader throws
 */
export async function judgeAudio(
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
  const expected = decodeByFfmpeg(bytes, format, channels.length);
  if (!expected) throw new WrongResult('damage accepted', `FFmpeg refuses this ${format}`);
  const whole =
    format === 'wav'
      ? withoutFilling(bytes, expected, channels[0]?.length)
      : trimmedAsStated(bytes, expected, channels[0]?.length);
  const difference = differenceFrom(channels, whole, format);
  if (difference) throw new WrongResult('damaged differs', difference);
}

const IMA_ADPCM = 17;

/**
 * FFmpeg's samples of IMA ADPCM without those that fill the last block, if the file has the length that its `fact` chunk
 * states: FFmpeg ignores that chunk.
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

/** The samples of each channel, or `undefined` where FFmpeg reports an error. */
export function decodeByFfmpeg(
  bytes: Bytes,
  extension: string,
  channels: number,
  { strict = true, trimmed = true } = {},
): Float32Array[] | undefined {
  return withTemporaryFile(bytes, `a.${extension}`, (path) => {
    // In MP3, the checks of bitstream and buffer refuse stuffing, which encoders such as Shine write.
    const checks = extension === 'mp3' ? 'crccheck+explode' : 'crccheck+bitstream+buffer+explode';
    const strictly = strict ? ['-xerror', '-err_detect', checks] : [];
    const untrimmed = trimmed ? [] : ['-flags2', 'skip_manual'];
    const { status, stdout, stderr } = spawnSync(
      'ffmpeg',
      ['-v', 'error', ...strictly, ...untrimmed, '-f', extension, '-i', path, '-map', '0:a', '-f', 'f32le', 'pipe:1'],
      { maxBuffer: 1 << 28 },
    );
    if (status !== 0 || (strict && stderr.length > 0)) return undefined;
    const samples = new Float32Array(
      stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length) as ArrayBuffer,
    );
    const sampleFrames = Math.floor(samples.length / channels);
    return Array.from({ length: channels }, (_, channel) =>
      Float32Array.from({ length: sampleFrames }, (_, frame) => samples[frame * channels + channel] as number),
    );
  });
}

/**
 * The largest difference that is no fault. WAV: half a step of 24 bits, as 64-bit floats are rounded. MP3: a step of 16
 * bits, as its standard asks of an accurate decoder (ISO/IEC 11172-4: an RMS error below 2^-15 / √12).
 */
const tolerances = { wav: 2 ** -23, mp3: 2 ** -15 } as const;

/** In words, or `undefined` where the samples are equal within the tolerance. */
export function differenceFrom(
  actual: readonly Float32Array[],
  expected: readonly Float32Array[],
  format: 'wav' | 'mp3',
): string | undefined {
  const [ours, theirs] = [actual[0]?.length ?? 0, expected[0]?.length ?? 0];
  if (actual.length !== expected.length || ours !== theirs)
    return `${actual.length} channels of ${ours} samples are not ${expected.length} of ${theirs}`;
  for (const [channel, samples] of actual.entries())
    for (const [index, sample] of samples.entries()) {
      const other = expected[channel]?.[index] as number;
      if (Math.abs(sample - other) > tolerances[format])
        return `channel ${channel}, sample ${index} of ${ours}: ${sample} is not ${other}`;
    }
  return undefined;
}

/** Samples that a decoder puts before what the encoder was given. */
const DECODER_DELAY = 529;

/**
 * FFmpeg's samples without the delay and the padding that the LAME tag states; `undefined` without one. FFmpeg itself
 * trims only one end of a frame, and so leaves either of them in files of a few frames.
 */
function statedSamples(mp3: Bytes, channels: number): Float32Array[] | undefined {
  const stated = statedLength(mp3);
  if (!stated) return undefined;
  const start = stated.delay + DECODER_DELAY;
  const samples = decodeByFfmpeg(mp3, 'mp3', channels, { strict: false, trimmed: false });
  return samples?.map((each) => each.subarray(start, start + stated.samples));
}

/** FFmpeg's samples, trimmed as `statedSamples` if the file has as many as its LAME tag states and FFmpeg has more. */
function trimmedAsStated(mp3: Bytes, expected: Float32Array[], length = 0): Float32Array[] {
  const isLonger = (expected[0]?.length ?? 0) > length && statedLength(mp3)?.samples === length;
  return (isLonger && statedSamples(mp3, expected.length)) || expected;
}

/** The samples of each channel by the information frame and its LAME tag; `undefined` without them. */
function statedLength(mp3: Bytes): { readonly delay: number; readonly samples: number } | undefined {
  const text = Buffer.from(mp3.buffer, mp3.byteOffset, mp3.length);
  const at = Math.max(text.indexOf('Info'), text.indexOf('Xing'));
  if (at < 0) return undefined;
  const sync = text.lastIndexOf(0xff, at);
  const frames = text.readUInt32BE(at + 8);
  const [delay, padding] = [text.readUIntBE(at + 141, 3) >> 12, text.readUIntBE(at + 141, 3) & 0xfff];
  const isMpeg1 = ((text[sync + 1] as number) & 8) !== 0;
  return { delay, samples: frames * (isMpeg1 ? 1152 : 576) - delay - padding };
}

const KBITS = 192;

/** Largest difference of the signal-to-noise ratio to an MP3 of FFmpeg with the same bitrate. */
const DECIBELS_BELOW = 6;

/**
 * Converts an undamaged file and judges the result with FFmpeg. A WAV file has exactly the samples of the MP3. An MP3
 * has the length of the WAV file, and its samples within the allowed noise.
 */
export async function judgeConversion(bytes: Bytes, format: 'wav' | 'mp3', platform: Platform): Promise<void> {
  const file = fileFromBytes(`a.${format}`, bytes);
  const { channels } = await readSamples(bytes, platform);
  if (format === 'mp3') {
    const made = await makeFile('mp3-to-wav', { audio: file }, { bitDepth: 'float' }, platform);
    const difference = differenceFrom(channels, decodeByFfmpeg(made.bytes, 'wav', channels.length) ?? [], 'wav');
    if (difference || made.warnings?.length) throw new WrongResult('result differs', `MP3 to WAV: ${difference}`);
    return;
  }
  // More channels are mixed, and what is beyond full scale is clipped: those have tests of their own.
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
