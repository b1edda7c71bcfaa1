import { ascii, viewOf } from '../../base/bytes.ts';
import { type ErrorData, FudebakoError } from '../../base/errors.ts';
import { type SourceFile, windowedReader } from '../../base/files.ts';
import { MAX_AUDIO_SECONDS, MAX_RIFF_CHUNKS, MAX_SAMPLE_RATE, MIN_SAMPLE_RATE } from '../../base/limits.ts';
import { blockCodec } from './block-codecs.ts';
import type { PcmFormat, SampleEncoding } from './pcm.ts';

export interface WavFile {
  readonly format: PcmFormat;
  readonly sampleRate: number;
  readonly bitsPerSample: number;
  /** Speakers as bits of `dwChannelMask` in `WAVEFORMATEXTENSIBLE`; 0 if unknown. */
  readonly channelMask: number;
  readonly dataStart: number;
  /** Number of frames (one sample of each channel) in the file, which may be fewer than the header states. */
  readonly sampleFrames: number;
  readonly truncated: boolean;
  /** True if the header is contradictory or doesn't match the samples, or an ADPCM block is invalid. */
  readonly damaged: boolean;
  readonly tagChunks: readonly RiffChunk[];
}

export interface RiffChunk {
  readonly id: string;
  readonly start: number;
  readonly size: number;
}

const MAX_CHANNELS = 8;

/**
 * True for a size that a program writes when it can't know the size, because it writes to a pipe. SoX writes 0x7ffff000,
 * arecord 0x80000000, mpg123 0xffffffdb and FFmpeg 0xffffffff: sizes near 2 GiB or just below 4 GiB.
 */
export const isPlaceholderSize = (size: number): boolean =>
  Math.abs(size - 2 ** 31) <= 2 ** 16 || (size > 2 ** 32 - 2 ** 16 && size < 2 ** 32) || size >= 2 ** 63;

const FORMAT_TAGS: Readonly<Record<number, SampleEncoding>> = {
  1: 'integer',
  2: 'ms-adpcm',
  3: 'float',
  6: 'alaw',
  7: 'mulaw',
  17: 'ima-adpcm',
};
const EXTENSIBLE = 0xfffe;
const MP3_TAG = 85;
/** Names of codecs that WAV files have, but this reader doesn't decode. */
const OTHER_CODECS: Readonly<Record<number, string>> = {
  16: 'OKI ADPCM',
  32: 'Yamaha ADPCM',
  34: 'TrueSpeech',
  49: 'GSM 6.10',
  64: 'G.721 ADPCM',
  69: 'G.726 ADPCM',
  80: 'MPEG',
  255: 'AAC',
  353: 'Windows Media Audio',
  354: 'Windows Media Audio',
  5632: 'AAC',
  8192: 'AC-3',
  26447: 'Vorbis',
  61868: 'FLAC',
};

/**
 * Reads RIFF, RIFX (big-endian), RF64 or BW64 with chunks in any order. Truncates a `data` chunk at the file's end.
 * @throws FudebakoError `inspectUnknown` for a file that is not WAVE, `wavChunkMissing`, `wavUnsupported`
 */
export async function readWav(file: SourceFile): Promise<WavFile> {
  const head = await file.read(0, 12);
  const magic = head.length === 12 ? ascii(head, 0, 4) : '';
  if (!['RIFF', 'RIFX', 'RF64', 'BW64'].includes(magic) || ascii(head, 8, 4) !== 'WAVE')
    throw new FudebakoError('inspectUnknown');
  const littleEndian = magic !== 'RIFX';
  const { chunks, complete, isStreamed } = await listChunks(file, littleEndian);
  const find = (id: string) => chunks.find((chunk) => chunk.id === id);
  const [fmt, data, fact] = [find('fmt '), find('data'), find('fact')];
  if (!fmt || fmt.size < 14) throw new FudebakoError('wavChunkMissing', { chunk: 'fmt ' });
  if (!data) throw new FudebakoError('wavChunkMissing', { chunk: 'data' });

  const { consistent, ...description } = readFormat(await readChunk(file, fmt, FORMAT_BYTES), littleEndian);
  const available = Math.max(0, file.size - data.start);
  const { blockBytes, blockFrames } = description.format;
  const claimed = isStreamed ? withoutPadding(data.size, blockBytes) : data.size;
  const blocks = Math.floor(Math.min(claimed, available) / blockBytes);
  const isPacked = blockCodec(description.format.encoding) !== undefined;
  const most = blocks * blockFrames;
  const isCounted = isPacked && fact && fact.size >= 4 && !isStreamed;
  const stated = isCounted ? await readUint32(file, fact.start, littleEndian) : most;
  const sampleFrames = Math.min(most, stated);
  if (sampleFrames / description.sampleRate > MAX_AUDIO_SECONDS)
    throw new FudebakoError('wavUnsupported', { reasons: `${Math.floor(sampleFrames / description.sampleRate)} s` });
  return {
    ...description,
    format: { ...description.format, lowBits: await findLowBits(file, description, data.start, available) },
    dataStart: data.start,
    sampleFrames,
    truncated: isStreamed ? claimed % blockBytes !== 0 : claimed > available,
    damaged:
      !consistent ||
      !complete ||
      (!isStreamed && claimed <= available && (claimed % blockBytes !== 0 || stated > most)) ||
      // Only the last ADPCM block of a file may be partly unused.
      most - stated >= blockFrames ||
      (isPacked && !(await areBlocksValid(file, description.format, data.start, blocks))),
    tagChunks: chunks.filter(({ id }) => id === 'LIST' || id.toLowerCase() === 'id3 '),
  };
}

/** Returns the size of streamed samples without the byte that pads an odd size. */
const withoutPadding = (size: number, blockBytes: number) =>
  size % 2 === 0 && size % blockBytes === 1 ? size - 1 : size;

const unsupportedCodec = (tag: number): ErrorData => {
  if (tag === MP3_TAG) return { reasons: 'wavMp3', tag };
  const codec = OTHER_CODECS[tag];
  return codec === undefined ? { reasons: 'wavTag', tag } : { reasons: 'wavCodec', tag, codec };
};

/** True if `readWav` refused a WAV file because it contains MP3 frames. `mapMp3` can read such a file. */
export const isMp3InWav = (error: unknown): boolean =>
  error instanceof FudebakoError && error.code === 'wavUnsupported' && error.data.tag === MP3_TAG;

/** Bytes of a `fmt ` chunk up to the end of `WAVEFORMATEXTENSIBLE`. */
const FORMAT_BYTES = 40;

async function readUint32(file: SourceFile, start: number, littleEndian: boolean): Promise<number> {
  const bytes = await file.read(start, Math.min(file.size, start + 4));
  return bytes.length === 4 ? viewOf(bytes).getUint32(0, littleEndian) : 0;
}

export function readChunk(file: SourceFile, { start, size }: RiffChunk, most = size): Promise<Uint8Array<ArrayBuffer>> {
  return file.read(start, Math.min(file.size, start + Math.min(size, most)));
}

type Read = ReturnType<typeof windowedReader>;

interface ChunkList {
  readonly chunks: RiffChunk[];
  readonly complete: boolean;
  /** True if the file states no size of its samples, because its writer streamed it. The samples end with the file. */
  readonly isStreamed: boolean;
}

async function listChunks(file: SourceFile, littleEndian: boolean): Promise<ChunkList> {
  const read = windowedReader(file);
  const riffSize = viewOf(await read(4, 8)).getUint32(0, littleEndian);
  const riffEnd = isPlaceholderSize(riffSize) ? 0 : 8 + riffSize;
  const chunks: RiffChunk[] = [];
  let longSize: number | undefined;
  for (let position = 12; position + 8 <= file.size && chunks.length < MAX_RIFF_CHUNKS; ) {
    const header = await read(position, position + 8);
    const id = header.length === 8 ? ascii(header, 0, 4) : '';
    if (!/^[\x20-\x7e]{4}$/.test(id)) return { chunks, complete: position >= riffEnd, isStreamed: false };
    const stated = viewOf(header).getUint32(4, littleEndian);
    const start = position + 8;
    if (id === 'ds64') longSize ??= await readLongSize(read, start, stated);
    const size = id === 'data' && stated === LONG_SIZE ? (longSize ?? stated) : stated;
    const rest = file.size - start;
    const isPlaceholder = size === 0 ? riffEnd <= start || !(await startsChunk(file, read, start)) : size > rest;
    if (id === 'data' && isPlaceholder && (size === 0 || isPlaceholderSize(size))) {
      chunks.push({ id, start, size: rest });
      return { chunks, complete: true, isStreamed: true };
    }
    chunks.push({ id, start, size });
    const end = start + size;
    // RIFF chunks are padded to even sizes, but some programs omit the padding.
    position = end % 2 === 1 && (await startsChunk(file, read, end)) ? end : end + (end % 2);
  }
  return { chunks, complete: true, isStreamed: false };
}

/** Size of `data` in RF64, whose chunk `ds64` states the actual size. */
const LONG_SIZE = 0xffff_ffff;

async function startsChunk(file: SourceFile, read: Read, position: number): Promise<boolean> {
  if (position >= file.size) return true;
  const header = await read(position, position + 8);
  return header.length === 8 && /^[A-Za-z][A-Za-z0-9 ]{3}$/.test(ascii(header, 0, 4));
}

/** RF64 stores the 64-bit size of `data` in the second word of `ds64`, little-endian (EBU Tech 3306). */
async function readLongSize(read: Read, start: number, chunkSize: number): Promise<number | undefined> {
  const bytes = chunkSize < 16 ? undefined : await read(start, start + 16);
  const size = bytes?.length === 16 ? Number(viewOf(bytes).getBigUint64(8, true)) : 0;
  return size > 0 ? size : undefined;
}

type Description = Pick<WavFile, 'format' | 'sampleRate' | 'bitsPerSample' | 'channelMask'>;

/** Bytes after the format tag in the SubFormat GUID of `WAVEFORMATEXTENSIBLE`. */
const GUID_END = [0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113];

/** Reads a `fmt ` chunk. `consistent` is true if block size and byte rate match the other fields. */
function readFormat(bytes: Uint8Array, littleEndian: boolean): Description & { readonly consistent: boolean } {
  const view = viewOf(bytes);
  const u16 = (offset: number) => (offset + 2 <= bytes.length ? view.getUint16(offset, littleEndian) : 0);
  const u32 = (offset: number) => (offset + 4 <= bytes.length ? view.getUint32(offset, littleEndian) : 0);
  const extensible = u16(0) === EXTENSIBLE && bytes.length >= 40;
  const tag = extensible ? u16(24) : u16(0);
  const encoding = FORMAT_TAGS[tag];
  if (!encoding) throw new FudebakoError('wavUnsupported', unsupportedCodec(tag));
  const [channels, sampleRate, byteRate, blockBytes] = [u16(2), u32(4), u32(8), u16(12)];
  if (channels < 1 || channels > MAX_CHANNELS)
    throw new FudebakoError('wavUnsupported', { reasons: 'wavChannels', channels });
  if (sampleRate < MIN_SAMPLE_RATE || sampleRate > MAX_SAMPLE_RATE)
    throw new FudebakoError('wavUnsupported', { reasons: `${sampleRate} Hz` });
  const bits = bytes.length < 16 ? 8 : u16(14);
  const validBits = (extensible && u16(18)) || bits;
  const hasKnownGuid = !extensible || GUID_END.every((byte, index) => bytes[26 + index] === byte);
  const channelMask = extensible ? u32(20) : 0;
  const common = { encoding, channels, littleEndian };
  const codec = blockCodec(encoding);
  if (codec) {
    const blockFrames = codec.framesInBlock(blockBytes, channels);
    if (bits !== 4 || blockFrames < 1 || blockBytes % (codec.unitBytes * channels) !== 0)
      throw new FudebakoError('wavUnsupported', { reasons: 'wavBits', bits });
    return {
      format: { ...common, sampleBytes: 0, blockBytes, blockFrames },
      sampleRate,
      bitsPerSample: bits,
      channelMask,
      // Ignores the byte rate of ADPCM, because FFmpeg writes a constant.
      consistent: hasKnownGuid,
    };
  }
  const sampleBytes = blockBytes > 0 && blockBytes % channels === 0 ? blockBytes / channels : Math.ceil(bits / 8);
  const sizes = encoding === 'integer' ? [1, 2, 3, 4] : encoding === 'float' ? [4, 8] : [1];
  if (!sizes.includes(sampleBytes) || validBits > sampleBytes * 8)
    throw new FudebakoError('wavUnsupported', { reasons: 'wavBits', bits: validBits });
  return {
    format: { ...common, sampleBytes, blockBytes: sampleBytes * channels, blockFrames: 1 },
    sampleRate,
    bitsPerSample: validBits,
    channelMask,
    consistent: hasKnownGuid && blockBytes === channels * Math.ceil(bits / 8) && byteRate === sampleRate * blockBytes,
  };
}

async function areBlocksValid(
  file: SourceFile,
  { encoding, blockBytes, channels }: PcmFormat,
  dataStart: number,
  blocks: number,
): Promise<boolean> {
  const codec = blockCodec(encoding);
  const most = Math.ceil(PROBE_BYTES / blockBytes);
  for (let first = 0; first < blocks; first += most) {
    const count = Math.min(most, blocks - first);
    const start = dataStart + first * blockBytes;
    const bytes = await file.read(start, start + count * blockBytes);
    for (let block = 0; block < count; block++)
      if (codec?.isValid(bytes, block * blockBytes, channels) === false) return false;
  }
  return true;
}

const PROBE_BYTES = 1 << 18;

// Returns 24 if 32-bit samples store 24 valid bits in their low bytes, as some programs write. The highest byte then
// repeats the sign or is zero, and the lowest byte is nonzero in some samples.
async function findLowBits(
  file: SourceFile,
  { format, bitsPerSample }: Description,
  dataStart: number,
  available: number,
): Promise<number | undefined> {
  if (format.encoding !== 'integer' || format.sampleBytes !== 4 || bitsPerSample !== 24) return undefined;
  const bytes = await file.read(dataStart, dataStart + Math.min(available, PROBE_BYTES));
  const view = viewOf(bytes);
  let bottomUsed = false;
  for (let offset = 0; offset + 4 <= bytes.length; offset += 4) {
    const sample = view.getInt32(offset, format.littleEndian);
    const top = sample >> 24;
    const signRepeated = top === 0 || (top === -1 && (sample & 0x80_0000) !== 0);
    if (!signRepeated) return undefined;
    if ((sample & 0xff) !== 0) bottomUsed = true;
  }
  return bottomUsed ? bitsPerSample : undefined;
}
