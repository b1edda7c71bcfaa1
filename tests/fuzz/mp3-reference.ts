import { findFrame, type Mp3Header } from '#core/audio/mp3/mp3-frames.ts';
import { readMp3Start } from '#core/audio/mp3/mp3-reader.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeByFfmpeg } from './ffmpeg-samples.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** FFmpeg's samples of an MP3, and the peak around each block of `BLOCK_SAMPLES`, which scales its tolerance. */
export interface Mp3Reference {
  readonly channels: readonly Float32Array[];
  readonly peaks: readonly Float32Array[];
}

/** Number of samples in a granule. */
export const BLOCK_SAMPLES = 576;

/** A granule's coefficients affect the next granule too, and the 512 taps of the filter bank affect one block more. */
const REACH_BLOCKS = 3;

/** Samples that a decoder outputs before the encoder's first sample. */
const DECODER_DELAY = 529;

/**
 * Decodes a damaged MP3 by FFmpeg. FFmpeg's limits are no faults of `actual`:
 *
 * - FFmpeg can trim a frame at one end only, so this function trims the delay and padding that the LAME tag states.
 * - FFmpeg skips a first frame whose channel mode, copyright, original or emphasis differ from the next frame's, which
 *   the standard allows. A silent frame in front of the first frame prevents this.
 * - FFmpeg drops coefficients of about 256 times full scale. Around such samples, the reference comes from a copy of the
 *   file with a lower `global_gain`.
 * - Strict FFmpeg refuses any bytes behind the last frame. This function removes up to `MAX_REST_BYTES` bytes.
 *
 * @param actual the samples to compare; their length and peaks decide which of FFmpeg's results to use
 * @returns `undefined` if FFmpeg refuses the file
 */
export async function readMp3Reference(mp3: Bytes, actual: readonly Float32Array[]): Promise<Mp3Reference | undefined> {
  const expected =
    decodeByFfmpeg(mp3, 'mp3', actual.length) ?? decodeByFfmpeg(await withoutRest(mp3), 'mp3', actual.length);
  if (!expected) return undefined;
  const channels = await trimmedAs(actual, mp3, expected);
  const peaks = actual.map(peaksAround);
  const copies = new Map<number, readonly Float32Array[]>();
  for (const [channel, blocks] of peaks.entries())
    for (const [block, peak] of blocks.entries()) {
      const bits = quieterBits(peak);
      if (bits === 0) continue;
      if (!copies.has(bits)) {
        const copy = await withLowerGain(mp3, bits);
        const quiet = decodeByFfmpeg(copy, 'mp3', actual.length, { strict: false }) ?? [];
        copies.set(bits, await trimmedAs(actual, copy, quiet));
      }
      const from = block * BLOCK_SAMPLES;
      const quiet = copies.get(bits)?.[channel]?.subarray(from, from + BLOCK_SAMPLES) ?? [];
      const target = channels[channel]?.subarray(from, from + BLOCK_SAMPLES);
      target?.forEach((_, index) => {
        target[index] = (quiet[index] ?? 0) * 2 ** bits;
      });
    }
  return { channels, peaks };
}

/** Returns the largest magnitude in and around each block of samples; 1 (full scale) if it is smaller. */
function peaksAround(samples: Float32Array): Float32Array {
  const blocks = new Float32Array(Math.ceil(samples.length / BLOCK_SAMPLES)).fill(1);
  for (const [index, sample] of samples.entries()) {
    const block = Math.floor(index / BLOCK_SAMPLES);
    blocks[block] = Math.max(blocks[block] as number, Math.abs(sample));
  }
  return blocks.map((_, block) =>
    Math.max(...blocks.subarray(Math.max(0, block - REACH_BLOCKS), block + REACH_BLOCKS + 1)),
  );
}

/** Returns how many bits to lower the gain for a peak: a multiple of 4, so that a file is decoded only a few times. */
const quieterBits = (peak: number) => Math.min(Math.ceil(Math.log2(peak) / 4) * 4, MAX_QUIETER_BITS);

/** `global_gain` has a range of 255 and steps of a quarter bit, so it can be lowered by some 60 bits. */
const MAX_QUIETER_BITS = 60;

/** Lowers `global_gain` of all granules. The copy's checksums do not match. */
async function withLowerGain(mp3: Bytes, bits: number): Promise<Bytes> {
  const copy = mp3.slice();
  for (const { at, header } of await allFrames(mp3)) {
    const isMpeg1 = header.version === 1;
    const sideBit = (at + header.headerBytes) * 8;
    const firstGranule = isMpeg1 ? (header.channels === 1 ? 18 : 20) : header.channels === 1 ? 9 : 10;
    for (let granule = 0; granule < header.channels * (isMpeg1 ? 2 : 1); granule++) {
      // Skips `part2_3_length` and `big_values`, which come before `global_gain`.
      const bit = sideBit + firstGranule + granule * (isMpeg1 ? 59 : 63) + 12 + 9;
      const view = new DataView(copy.buffer, bit >> 3, 2);
      const shift = 8 - (bit & 7);
      const gain = (view.getUint16(0) >> shift) & 255;
      view.setUint16(0, (view.getUint16(0) & ~(255 << shift)) | (Math.max(0, gain - 4 * bits) << shift));
    }
  }
  return copy;
}

interface Frame {
  readonly at: number;
  readonly header: Mp3Header;
}

/** Returns the frames of an MP3 after its tags. */
export async function allFrames(mp3: Bytes): Promise<Frame[]> {
  const { header, audioStart } = await readMp3Start(fileFromBytes('a.mp3', mp3));
  const frames: Frame[] = [];
  for (let at = audioStart; ; ) {
    const found = findFrame(mp3, at, header, true, true);
    if (!('header' in found)) return frames;
    frames.push(found);
    at = found.at + found.header.frameBytes;
  }
}

/** Maximum number of bytes behind the last frame that don't count as damage. */
const MAX_REST_BYTES = 64;

/** Returns the file without the bytes after the last frame, if there are few such bytes. */
async function withoutRest(mp3: Bytes): Promise<Bytes> {
  const last = (await allFrames(mp3)).at(-1);
  const end = last ? last.at + last.header.frameBytes : mp3.length;
  return mp3.length - end <= MAX_REST_BYTES ? mp3.subarray(0, end) : mp3;
}

/** Trims or extends FFmpeg's samples to the length of `actual`, which may be the length that the file states. */
async function trimmedAs(
  actual: readonly Float32Array[],
  mp3: Bytes,
  expected: readonly Float32Array[],
): Promise<readonly Float32Array[]> {
  const [length, theirs] = [actual[0]?.length ?? 0, expected[0]?.length ?? 0];
  const isStated = statedLength(mp3)?.samples === length;
  if (theirs > length && isStated) return statedSamples(mp3, actual.length) ?? expected;
  if (theirs < length) return (await withFirstFrames(mp3, actual.length, length, isStated)) ?? expected;
  return expected;
}

/** The header bits that FFmpeg requires to be equal in the first two frames, but the standard doesn't. */
const COMPARED_BITS = 0xcf;

/** Returns FFmpeg's samples including frames that FFmpeg skips at the start; `undefined` if it skips none. */
async function withFirstFrames(
  mp3: Bytes,
  channels: number,
  length: number,
  isStated: boolean,
): Promise<Float32Array[] | undefined> {
  const [first, second] = await allFrames(mp3);
  if (!first || !second) return undefined;
  const [one, other] = [first, second].map(({ at }) => (mp3[at + 3] as number) & COMPARED_BITS);
  if (one === other) return undefined;
  const silent = new Uint8Array(first.header.frameBytes);
  silent.set(mp3.subarray(first.at, first.at + 4));
  // States in the header that the frame has no checksum.
  silent[1] = (silent[1] as number) | 1;
  const padded = new Uint8Array(Buffer.concat([mp3.subarray(0, first.at), silent, mp3.subarray(first.at)]));
  const stated = isStated ? statedLength(mp3) : undefined;
  const start = first.header.samplesPerFrame + (stated ? stated.delay + DECODER_DELAY : 0);
  const samples = decodeByFfmpeg(padded, 'mp3', channels, { strict: false, trimmed: false });
  return samples?.map((each) => each.subarray(start, start + length));
}

/** Returns FFmpeg's samples without the delay and padding that the LAME tag states; `undefined` without a tag. */
export function statedSamples(mp3: Bytes, channels: number): Float32Array[] | undefined {
  const stated = statedLength(mp3);
  if (!stated) return undefined;
  const start = stated.delay + DECODER_DELAY;
  const samples = decodeByFfmpeg(mp3, 'mp3', channels, { strict: false, trimmed: false });
  return samples?.map((each) => each.subarray(start, start + stated.samples));
}

/** Returns the sample count and delay that the information frame and its LAME tag state; `undefined` without them. */
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
