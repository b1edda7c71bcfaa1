import type { DecodedPiece } from '../../audio/mp3/decode-piece.ts';
import { type Mp3Map, mapMp3 } from '../../audio/mp3/mp3-reader.ts';
import { isContainer, isWav } from '../../audio/summary.ts';
import { describedTags, type MediaTags } from '../../audio/tags/tags.ts';
import type { PcmFormat } from '../../audio/wav/pcm.ts';
import { isMp3InWav, readWav, type WavFile } from '../../audio/wav/wav-reader.ts';
import type { CancelSignal } from '../../base/cancel-signal.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import type { SourceFile } from '../../base/files.ts';
import { isInternalFailure } from '../../base/internal-failure.ts';
import type { OperationContext } from '../../platform/context.ts';

export interface AudioSource {
  readonly sampleRate: number;
  readonly sampleFrames: number;
  readonly durationSec: number;
  readonly truncated: boolean;
  readonly tags?: MediaTags;
  /** True if damage was found so far. Damage in MP3 main data and NaN are known only after the data was read. */
  damaged: boolean;
  /** True if samples that were read so far exceeded full scale and were clipped. */
  clipped: boolean;
  readonly format: PcmFormat;
  readonly channelMask: number;
  /** Reads the blocks with frames `[first, last)`, at most up to the end of the file. */
  readBlocks(first: number, last: number, context: ReadContext): Promise<Blocks>;
}

export interface Blocks {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Index in the audio file of the first frame in `bytes`. */
  readonly firstFrame: number;
}

type ReadContext = Pick<OperationContext, 'platform' | 'signal'>;

/** Opens WAV or MP3 by content. Throws FudebakoError `videoSoundType`, `videoSoundDuration`; CancelledError. */
export async function openAudio(file: SourceFile, signal?: CancelSignal): Promise<AudioSource> {
  let audio: AudioSource;
  try {
    if (await isWav(file)) audio = await openWav(file, signal);
    else if (await isContainer(file)) throw new FudebakoError('videoSoundType');
    else audio = openMp3(file, await mapMp3(file, signal));
  } catch (error) {
    if (error instanceof CancelledError || isInternalFailure(error)) throw error;
    if (error instanceof FudebakoError && error.code === 'videoSoundType') throw error;
    if (error instanceof FudebakoError && error.code === 'mp3FrameMissing')
      throw new FudebakoError('videoSoundType', {}, { cause: error });
    throw new FudebakoError('videoSoundDuration', {}, { cause: error });
  }
  if (audio.sampleFrames === 0) throw new FudebakoError('videoSoundDuration', { reason: 'empty' });
  return audio;
}

async function openWav(file: SourceFile, signal: CancelSignal | undefined): Promise<AudioSource> {
  let wav: WavFile;
  try {
    wav = await readWav(file);
  } catch (error) {
    if (isMp3InWav(error)) return openMp3(file, await mapMp3(file, signal));
    throw error;
  }
  const { format, sampleRate, sampleFrames, truncated, damaged, channelMask, dataStart } = wav;
  const { blockBytes, blockFrames } = format;
  return {
    sampleRate,
    sampleFrames,
    durationSec: sampleFrames / sampleRate,
    truncated,
    damaged,
    clipped: false,
    format,
    channelMask,
    async readBlocks(first, last) {
      const firstBlock = Math.floor(first / blockFrames);
      const endBlock = Math.max(firstBlock, Math.ceil(Math.min(last, sampleFrames) / blockFrames));
      const bytes = await file.read(dataStart + firstBlock * blockBytes, dataStart + endBlock * blockBytes);
      return { bytes, firstFrame: firstBlock * blockFrames };
    },
  };
}

/** Maximum decoded MP3 pieces in the cache (26 s, 9 MB each). Successive reads often use the same piece. */
const CACHED_PIECES = 6;

function openMp3(file: SourceFile, map: Mp3Map): AudioSource {
  if (!map.decodable) throw new FudebakoError('mp3FreeFormat', { kbps: map.header.bitrateKbps });
  const { channels, samples: sampleFrames, truncated } = map;
  const { sampleRate } = map.header;
  const frameBytes = 4 * channels;
  const pieceSamples = (map.pieces[0]?.mp3Frames ?? 0) * map.header.samplesPerFrame;
  const cache = new Map<number, Promise<Uint8Array<ArrayBuffer>>>();
  const decode = async (index: number, context: ReadContext) => {
    const piece = await decodeMp3Piece(file, map, index, context);
    source.damaged ||= piece.damaged;
    return piece.bytes;
  };
  const decodePiece = (index: number, context: ReadContext) => {
    const piece = cache.get(index) ?? decode(index, context);
    // Moves the piece to the end of the map, because the first piece is evicted.
    cache.delete(index);
    cache.set(index, piece);
    piece.catch(() => cache.delete(index));
    const [oldest] = cache.keys();
    if (cache.size > CACHED_PIECES && oldest !== undefined) cache.delete(oldest);
    return piece;
  };
  const source: AudioSource = {
    sampleRate,
    sampleFrames,
    durationSec: sampleFrames / sampleRate,
    truncated,
    tags: describedTags(map.tags),
    damaged: map.damaged,
    clipped: false,
    format: { encoding: 'float', channels, sampleBytes: 4, littleEndian: true, blockBytes: frameBytes, blockFrames: 1 },
    channelMask: 0,
    async readBlocks(first, last, context) {
      const end = Math.min(last, sampleFrames);
      const bytes = new Uint8Array(Math.max(0, end - first) * frameBytes);
      // Skips `map.skip` samples at the start of decoded MP3 audio, which are the encoder's delay.
      for (let at = first; at < end; ) {
        const decoded = at + map.skip;
        const index = Math.floor(decoded / pieceSamples);
        const stop = Math.min(end, (index + 1) * pieceSamples - map.skip);
        const from = decoded - index * pieceSamples;
        const piece = await decodePiece(index, context);
        bytes.set(piece.subarray(from * frameBytes, (from + stop - at) * frameBytes), (at - first) * frameBytes);
        at = stop;
      }
      return { bytes, firstFrame: first };
    },
  };
  return source;
}

async function decodeMp3Piece(
  file: SourceFile,
  { pieces, header, channels }: Mp3Map,
  index: number,
  { platform, signal }: ReadContext,
): Promise<DecodedPiece> {
  const piece = pieces[index];
  if (!piece) throw new RangeError(`There is no piece ${index} of ${pieces.length}`);
  const bytes = await file.read(piece.start, piece.end);
  const samples = piece.mp3Frames * header.samplesPerFrame;
  return platform.workers.run(
    'decode-mp3-piece',
    {
      bytes,
      stream: header,
      leadFrames: piece.leadFrames,
      mp3Frames: piece.mp3Frames,
      from: 0,
      to: samples,
      channels,
      depth: 'float',
      position: 0,
    },
    { signal, transfer: [bytes.buffer], workBytes: samples },
  );
}
