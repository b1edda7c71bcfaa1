import type { DecodedPiece } from '../../audio/mp3/decode-piece.ts';
import { type Mp3Map, mapMp3 } from '../../audio/mp3/mp3-reader.ts';
import { isAiff, readAiff } from '../../audio/pcm-files/aiff.ts';
import { isCaf, readCaf } from '../../audio/pcm-files/caf.ts';
import type { PcmFile } from '../../audio/pcm-files/pcm-file.ts';
import { isContainer, isOtherAudio, isWav } from '../../audio/summary.ts';
import { describedTags } from '../../audio/tags/tags.ts';
import { isMp3InWav, readWav, type WavFile } from '../../audio/wav/wav-reader.ts';
import type { CancelSignal } from '../../base/cancel-signal.ts';
import { CancelledError, type ErrorCode, FudebakoError } from '../../base/errors.ts';
import { extensionOf, fileFromBytes, type SourceFile } from '../../base/files.ts';
import { isInternalFailure } from '../../base/internal-failure.ts';
import { flacInOgg } from '../../container-guard/ogg-flac.ts';
import { FfmpegExit } from '../../platform/media.ts';
import type { AudioSource, ReadContext } from './audio-types.ts';

export type { AudioSource } from './audio-types.ts';

/**
 * Opens audio by its content: WAV, MP3, AIFF and CAF exactly as stored; any other audio, and the main audio track of a
 * video, by FFmpeg, which is loaded when needed.
 * @throws FudebakoError `videoSoundType`, `videoSoundDuration`, `audioTrackMissing`, `audioTooLarge`; CancelledError
 */
export async function openAudio(file: SourceFile, context: ReadContext): Promise<AudioSource> {
  if (file.size === 0) throw new FudebakoError('videoSoundDuration', { reason: 'empty' });
  let audio: AudioSource | undefined;
  try {
    audio = await openByContent(file, context);
  } catch (error) {
    if (error instanceof CancelledError || isInternalFailure(error)) throw error;
    if (error instanceof FudebakoError && KEPT_CODES.includes(error.code)) throw error;
    if (error instanceof FudebakoError && error.code !== 'mp3FrameMissing')
      throw new FudebakoError('videoSoundDuration', {}, { cause: error });
    // FFmpeg's last lines and a parser's own errors explain nothing to a visitor.
    if (!(error instanceof FudebakoError))
      throw new FudebakoError('videoSoundDuration', { reason: 'damaged' }, { cause: error });
    // Any bytes may be MP3, so a missing frame explains nothing about a file of another name.
    throw new FudebakoError('videoSoundType', {}, extensionOf(file.name) === 'mp3' ? { cause: error } : {});
  }
  if (!audio) throw new FudebakoError('videoSoundType');
  if (audio.sampleFrames === 0)
    throw new FudebakoError('videoSoundDuration', {}, { cause: new FudebakoError('audioSamplesMissing') });
  return audio;
}

const KEPT_CODES: readonly ErrorCode[] = ['videoSoundType', 'audioTrackMissing', 'audioTooLarge'];

/** True for WAV and MP3, which `openAudio` reads without FFmpeg. Any bytes may be MP3. */
export const hasOwnReader = async (file: SourceFile): Promise<boolean> => (await audioKind(file)) === 'own';

type AudioKind = 'own' | 'aiff' | 'caf' | 'whole' | 'track';

async function audioKind(file: SourceFile): Promise<AudioKind> {
  if (await isWav(file)) return 'own';
  const head = await file.read(0, Math.min(file.size, HEAD_BYTES));
  if (isAiff(head)) return 'aiff';
  if (isCaf(head)) return 'caf';
  if (isOtherAudio(head)) return 'whole';
  return (await isContainer(file)) ? 'track' : 'own';
}

async function openByContent(file: SourceFile, context: ReadContext): Promise<AudioSource | undefined> {
  const kind = await audioKind(file);
  if (kind === 'own')
    return (await isWav(file)) ? openWav(file, context.signal) : openMp3(file, await mapMp3(file, context.signal));
  if (kind === 'track') {
    const { openTrack, readTags } = await import('./open-track.ts');
    const track = await openTrack((await flacInOgg(file)) ?? file, context);
    if (track) return track;
    const { sourceTags: _, ...whole } = await openWhole(file, context);
    return { ...whole, tags: await readTags(file) };
  }
  const pcm = kind === 'aiff' ? await readAiff(file) : kind === 'caf' ? await readCaf(file) : undefined;
  return pcm ? openPcm(file, pcm) : openWhole(file, context);
}

const HEAD_BYTES = 16;

/** Maximum bytes of a file that FFmpeg decodes as a whole, and of its samples. */
const MAX_WHOLE_BYTES = 2 ** 28;
const MAX_WHOLE_SAMPLE_BYTES = 2 ** 29;

/**
 * Opens a file whose packets can't be listed, such as Apple Lossless. Decodes all samples at once, within limits. If
 * FFmpeg can't decode a packet, decodes again with silence in its place, so that the rest keeps its time.
 */
async function openWhole(file: SourceFile, { platform, signal }: ReadContext): Promise<AudioSource> {
  if (file.size > MAX_WHOLE_BYTES) throw new FudebakoError('audioTooLarge');
  const { decodeToWav, FILL_GAPS, STOP_AT_DAMAGE } = await import('./decode-packets.ts');
  const run = await platform.media.ffmpeg();
  const decode = async (options: readonly string[]) => {
    const input = { name: 'whole.bin', bytes: await file.read() };
    return decodeToWav(input, run, signal, ['-fs', String(MAX_WHOLE_SAMPLE_BYTES), ...options]);
  };
  let damaged = false;
  const { wav, samples } = await decode(STOP_AT_DAMAGE).catch((error) => {
    if (!(error instanceof FfmpegExit)) throw error;
    damaged = true;
    return decode(FILL_GAPS);
  });
  if (samples.length >= MAX_WHOLE_SAMPLE_BYTES * 0.99) throw new FudebakoError('audioTooLarge');
  const pcm = { ...wav, dataStart: 0, isSigned8: false, tags: {} };
  return { ...openPcm(fileFromBytes(file.name, samples), pcm), damaged };
}

function openPcm(file: SourceFile, pcm: PcmFile & { readonly channelMask?: number }): AudioSource {
  const { format, sampleRate, sampleFrames, dataStart, truncated, isSigned8, tags, channelMask = 0 } = pcm;
  return {
    sampleRate,
    sampleFrames,
    durationSec: sampleFrames / sampleRate,
    truncated,
    tags: describedTags(tags),
    sourceTags: tags,
    damaged: false,
    clipped: false,
    format,
    channelMask,
    async readBlocks(first, last) {
      const end = Math.max(first, Math.min(last, sampleFrames));
      const bytes = await file.read(dataStart + first * format.blockBytes, dataStart + end * format.blockBytes);
      if (isSigned8) for (let at = 0; at < bytes.length; at++) bytes[at] = (bytes[at] as number) ^ 0x80;
      return { bytes, firstFrame: first };
    },
  };
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
    sourceTags: map.tags,
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
