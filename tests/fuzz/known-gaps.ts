import { findFrame } from '#core/audio/mp3/mp3-frames.ts';
import { mapMp3, readMp3Start } from '#core/audio/mp3/mp3-reader.ts';
import { sameBytes } from '#core/base/bytes.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { ffmpegErrors } from './audio-oracle.ts';
import type { WrongKind } from './wrong-result.ts';

interface Finding {
  readonly kind: WrongKind;
  readonly message: string;
  readonly input: Uint8Array | string;
  /** The undamaged file, if the input is a file. */
  readonly original: Uint8Array<ArrayBuffer> | undefined;
}

export interface KnownGap {
  readonly door: string;
  readonly why: string;
  matches(finding: Finding): boolean | Promise<boolean>;
}

/**
 * Faults that the oracles find and that are not fixed yet. A case that matches is counted as `known gap` and is no
 * finding. The array is empty when all of them are fixed.
 */
export const KNOWN_GAPS: readonly KnownGap[] = [
  {
    door: 'mp3',
    // Frames have no checksum of Huffman data, and mpg123 in WebAssembly reports no error.
    why: 'invalid Huffman data decodes without a warning',
    async matches({ kind, message, input, original }) {
      if (typeof input === 'string') return false;
      if (kind === 'damage accepted') return hasOnlyInvalidHuffmanData(new Uint8Array(input));
      // A wrong number of samples has another cause.
      const isOfSamples = kind === 'damaged differs' && message.includes('sample ');
      return isOfSamples && original !== undefined && keepsFrames(input, original);
    },
  },
];

/**
 * True if FFmpeg reports nothing but Huffman data of another length than its granule states. Bytes after the last frame,
 * which the reader ignores, are not read.
 */
async function hasOnlyInvalidHuffmanData(mp3: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { pieces } = await mapMp3(fileFromBytes('a.mp3', mp3));
  const errors = ffmpegErrors(mp3.slice(0, pieces.at(-1)?.end));
  return errors.length > 0 && errors.every((line) => line.includes('bits_left='));
}

/** True if the headers of all frames are unchanged at their places. The checks of side information accepted what it became. */
async function keepsFrames(mp3: Uint8Array, original: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (mp3.length !== original.length) return false;
  const { header, soundStart, soundEnd } = await readMp3Start(fileFromBytes('a.mp3', original));
  for (let at = soundStart; ; ) {
    const found = findFrame(original.subarray(0, soundEnd), at, header, true, true);
    if (!('header' in found)) break;
    const end = found.at + found.header.headerBytes;
    if (!sameBytes(mp3.subarray(found.at, end), original.subarray(found.at, end))) return false;
    at = found.at + found.header.frameBytes;
  }
  return true;
}

export async function knownGap(door: string, finding: Finding): Promise<KnownGap | undefined> {
  for (const gap of KNOWN_GAPS) if (gap.door === door && (await gap.matches(finding))) return gap;
  return undefined;
}
