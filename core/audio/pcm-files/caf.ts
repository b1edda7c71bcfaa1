import { ascii, viewOf } from '../../base/bytes.ts';
import { type SourceFile, windowedReader } from '../../base/files.ts';
import { MAX_AUDIO_SECONDS, MAX_RIFF_CHUNKS, MAX_SAMPLE_RATE, MIN_SAMPLE_RATE } from '../../base/limits.ts';
import type { SampleEncoding } from '../wav/pcm.ts';
import { MAX_PCM_CHANNELS, type PcmFile } from './pcm-file.ts';

export const isCaf = (head: Uint8Array): boolean => ascii(head, 0, 4) === 'caff';

const ENCODINGS: Readonly<Record<string, SampleEncoding>> = { lpcm: 'integer', alaw: 'alaw', ulaw: 'mulaw' };
const [IS_FLOAT, IS_LITTLE_ENDIAN] = [1, 2];
const DESCRIPTION_BYTES = 32;

/** Reads Core Audio Format (Apple, "Core Audio Format Specification"). Returns `undefined` for compressed or invalid audio. */
export async function readCaf(file: SourceFile): Promise<PcmFile | undefined> {
  const read = windowedReader(file);
  let description: Uint8Array | undefined;
  let data: { readonly start: number; readonly size: number } | undefined;
  for (let at = 8, count = 0; at + 12 <= file.size && count < MAX_RIFF_CHUNKS; count++) {
    const header = await read(at, at + 12);
    const id = ascii(header, 0, 4);
    const stated = Number(viewOf(header).getBigInt64(4));
    const start = at + 12;
    // A size of −1 means that the samples end with the file.
    const size = stated < 0 ? file.size - start : stated;
    if (id === 'desc' && size >= DESCRIPTION_BYTES)
      description ??= await file.read(start, Math.min(file.size, start + DESCRIPTION_BYTES));
    else if (id === 'data') data ??= { start: start + 4, size: size - 4 };
    at = start + size;
  }
  if (!description || description.length < DESCRIPTION_BYTES || !data) return undefined;
  const view = viewOf(description);
  const sampleRate = Math.round(view.getFloat64(0));
  const flags = view.getUint32(12);
  const [blockBytes, blockFrames, channels] = [view.getUint32(16), view.getUint32(20), view.getUint32(24)];
  const coded = ENCODINGS[ascii(description, 8, 4)];
  const encoding = coded === 'integer' && flags & IS_FLOAT ? 'float' : coded;
  const bytes = blockBytes / channels;
  const sizes = encoding === 'float' ? [4, 8] : encoding === 'integer' ? [1, 2, 3, 4] : [1];
  if (!encoding || blockFrames !== 1 || !sizes.includes(bytes) || channels < 1 || channels > MAX_PCM_CHANNELS)
    return undefined;
  if (!(sampleRate >= MIN_SAMPLE_RATE && sampleRate <= MAX_SAMPLE_RATE)) return undefined;
  const sampleFrames = Math.max(0, Math.floor(Math.min(data.size, file.size - data.start) / blockBytes));
  if (sampleFrames / sampleRate > MAX_AUDIO_SECONDS) return undefined;
  return {
    format: {
      encoding,
      channels,
      sampleBytes: bytes,
      littleEndian: (flags & IS_LITTLE_ENDIAN) !== 0,
      blockBytes,
      blockFrames: 1,
    },
    isSigned8: encoding === 'integer' && bytes === 1,
    sampleRate,
    sampleFrames,
    dataStart: data.start,
    truncated: data.start + data.size > file.size,
    tags: {},
  };
}
