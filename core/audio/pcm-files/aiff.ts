import { ascii, viewOf } from '../../base/bytes.ts';
import type { TextEncoding } from '../../base/detect-encoding.ts';
import { type SourceFile, windowedReader } from '../../base/files.ts';
import {
  MAX_AUDIO_SECONDS,
  MAX_RIFF_CHUNKS,
  MAX_SAMPLE_RATE,
  MAX_TAG_BYTES,
  MIN_SAMPLE_RATE,
} from '../../base/limits.ts';
import { readId3 } from '../tags/id3.ts';
import type { SourceTags } from '../tags/tags.ts';
import type { SampleEncoding } from '../wav/pcm.ts';
import { MAX_PCM_CHANNELS, type PcmFile } from './pcm-file.ts';

/** Compression types of AIFF-C that store plain samples: encoding, byte order, and bytes per sample if fixed. */
const COMPRESSIONS: Readonly<Record<string, readonly [SampleEncoding, isLittleEndian: boolean, bytes?: number]>> = {
  NONE: ['integer', false],
  twos: ['integer', false],
  sowt: ['integer', true],
  in24: ['integer', false, 3],
  in32: ['integer', false, 4],
  fl32: ['float', false, 4],
  FL32: ['float', false, 4],
  fl64: ['float', false, 8],
  FL64: ['float', false, 8],
  alaw: ['alaw', false, 1],
  ALAW: ['alaw', false, 1],
  ulaw: ['mulaw', false, 1],
  ULAW: ['mulaw', false, 1],
};

export const isAiff = (head: Uint8Array): boolean =>
  ascii(head, 0, 4) === 'FORM' && /^AIF[FC]$/.test(ascii(head, 8, 4));

/** Reads AIFF or AIFF-C (Apple, "Audio Interchange File Format"). Returns `undefined` for compressed or invalid audio. */
export async function readAiff(file: SourceFile, named?: TextEncoding): Promise<PcmFile | undefined> {
  const read = windowedReader(file);
  let common: Uint8Array | undefined;
  let sound: { readonly start: number; readonly size: number } | undefined;
  let tags: SourceTags = {};
  for (let at = 12, count = 0; at + 8 <= file.size && count < MAX_RIFF_CHUNKS; count++) {
    const header = await read(at, at + 8);
    const id = ascii(header, 0, 4);
    const size = viewOf(header).getUint32(4);
    const start = at + 8;
    if (id === 'COMM') common ??= await file.read(start, Math.min(file.size, start + Math.min(size, COMMON_BYTES)));
    else if (id === 'SSND') sound ??= { start, size };
    else if (id === 'ID3 ' && size <= MAX_TAG_BYTES)
      tags = readId3(await file.read(start, Math.min(file.size, start + size)), named);
    at = start + size + (size % 2);
  }
  if (!common || common.length < 18 || !sound || sound.start + 8 > file.size) return undefined;
  const view = viewOf(common);
  const [channels, frames, bits] = [view.getUint16(0), view.getUint32(2), view.getUint16(6)];
  const sampleRate = extendedFloat(view, 8);
  const [encoding, littleEndian, bytes = Math.ceil(bits / 8)] =
    COMPRESSIONS[common.length >= 22 ? ascii(common, 18, 4) : 'NONE'] ?? [];
  const sizes = encoding === 'float' ? [4, 8] : encoding === 'integer' ? [1, 2, 3, 4] : [1];
  if (!encoding || !sizes.includes(bytes) || channels < 1 || channels > MAX_PCM_CHANNELS) return undefined;
  if (!(sampleRate >= MIN_SAMPLE_RATE && sampleRate <= MAX_SAMPLE_RATE)) return undefined;
  const blockBytes = bytes * channels;
  const dataStart = sound.start + 8 + viewOf(await read(sound.start, sound.start + 8)).getUint32(0);
  const present = Math.max(0, Math.floor((Math.min(file.size, sound.start + sound.size) - dataStart) / blockBytes));
  const sampleFrames = Math.min(frames, present);
  if (sampleFrames / sampleRate > MAX_AUDIO_SECONDS) return undefined;
  return {
    format: { encoding, channels, sampleBytes: bytes, littleEndian: littleEndian === true, blockBytes, blockFrames: 1 },
    isSigned8: encoding === 'integer' && bytes === 1,
    sampleRate,
    sampleFrames,
    dataStart,
    truncated: frames > present,
    tags,
  };
}

const COMMON_BYTES = 22;

/** Reads a sample rate as an 80-bit float (IEEE 754): a sign, 15 bits of exponent and 64 bits of mantissa. Rounds it. */
function extendedFloat(view: DataView, at: number): number {
  const exponent = (view.getUint16(at) & 0x7fff) - 16383 - 63;
  return Math.round(Number(view.getBigUint64(at + 2)) * 2 ** exponent);
}
