import { joinBytes } from '../../base/bytes.ts';
import { encodeLatin1 } from '../../base/text-encoding.ts';

export interface WavLayout {
  readonly channels: number;
  readonly sampleRate: number;
  readonly bitsPerSample: number;
  readonly isFloat: boolean;
  readonly sampleFrames: number;
  readonly trailerBytes: number;
}

const LARGEST = 0xffff_ffff;

/** Returns all bytes before the samples: 44 bytes for integer samples. Files over 4 GiB are RF64 (EBU Tech 3306). */
export function wavHeader(layout: WavLayout): Uint8Array<ArrayBuffer> {
  const { channels, sampleRate, bitsPerSample, isFloat, sampleFrames, trailerBytes } = layout;
  const blockBytes = (channels * bitsPerSample) / 8;
  const dataBytes = sampleFrames * blockBytes;
  // Float samples require an empty `fmt ` extension, and a chunk `fact` with the number of frames.
  const fmt = [
    ...u16(isFloat ? 3 : 1),
    ...u16(channels),
    ...u32(sampleRate),
    ...u32(sampleRate * blockBytes),
    ...u16(blockBytes),
    ...u16(bitsPerSample),
    ...(isFloat ? u16(0) : []),
  ];
  const formatChunk = [...text('fmt '), ...u32(fmt.length), ...fmt];
  const fact = isFloat ? [...text('fact'), ...u32(4), ...u32(Math.min(sampleFrames, LARGEST))] : [];
  const rest = formatChunk.length + fact.length + 8 + dataBytes + wavPadding(layout) + trailerBytes;
  const isLong = 4 + rest > LARGEST;
  const ds64 = isLong
    ? [...text('ds64'), ...u32(28), ...u64(4 + 36 + rest), ...u64(dataBytes), ...u64(sampleFrames), ...u32(0)]
    : [];
  return joinBytes(
    text(isLong ? 'RF64' : 'RIFF'),
    u32(isLong ? LARGEST : 4 + rest),
    text('WAVE'),
    ds64,
    formatChunk,
    fact,
    text('data'),
    u32(isLong ? LARGEST : dataBytes),
  );
}

/** Returns the padding bytes after the samples: 1 for an odd number of bytes, because RIFF chunks have even lengths. */
export function wavPadding({ channels, bitsPerSample, sampleFrames }: WavLayout): 0 | 1 {
  return ((channels * bitsPerSample * sampleFrames) / 8) % 2 === 1 ? 1 : 0;
}

const text = (id: string) => [...encodeLatin1(id)];
const u16 = (value: number) => [value & 0xff, (value >> 8) & 0xff];
const u32 = (value: number) => [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, (value >>> 24) & 0xff];
const u64 = (value: number) => [...u32(value % 2 ** 32), ...u32(Math.floor(value / 2 ** 32))];
