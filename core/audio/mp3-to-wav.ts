import { joinBytes, riffChunk } from '../base/bytes.ts';
import { CancelledError, FudebakoError } from '../base/errors.ts';
import { extensionOf, type SourceFile } from '../base/files.ts';
import type { WrittenFile } from '../operation.ts';
import type { OperationContext } from '../platform/context.ts';
import { audioWarnings, warnOfDroppedTags } from './audio-warnings.ts';
import { PCM_BYTES, type PcmDepth } from './dsp/quantize.ts';
import type { DecodedPiece } from './mp3/decode-piece.ts';
import { type Mp3Map, type Mp3Piece, mapMp3 } from './mp3/mp3-reader.ts';
import { runInOrder } from './mp3/ordered-runs.ts';
import { writeId3 } from './tags/id3-writer.ts';
import { hasNoTags, type SourceTags } from './tags/tags.ts';
import { writeRiffInfo } from './wav/riff-info.ts';
import { type WavLayout, wavHeader, wavPadding } from './wav/wav-writer.ts';

export interface Mp3ToWavOptions {
  readonly bitDepth: PcmDepth;
}

/**
 * Converts MP3 to WAV in workers, in constant memory, without the encoder's delay and padding. Tags follow the samples,
 * so WAV files with integer samples start with a plain 44-byte header.
 * @throws FudebakoError `audioOnlyMp3`, `mp3FrameMissing`, `mp3FreeFormat`, `wavEmpty`; CancelledError
 */
export async function convertMp3ToWav(
  file: SourceFile,
  { bitDepth }: Mp3ToWavOptions,
  context: OperationContext,
): Promise<WrittenFile> {
  if (extensionOf(file.name) !== 'mp3') throw new FudebakoError('audioOnlyMp3');
  const { sink } = context;
  if (!sink) throw new TypeError('A file needs a sink');
  const map = await mapMp3(file, context.signal, context.textEncoding);
  if (!map.decodable) throw new FudebakoError('mp3FreeFormat', { kbps: map.header.bitrateKbps });
  if (map.samples === 0) throw new FudebakoError('wavEmpty');
  warnOfDroppedTags(map.tags, context);
  const trailer = tagChunks(map.tags);
  const layout: WavLayout = {
    channels: map.channels,
    sampleRate: map.header.sampleRate,
    bitsPerSample: PCM_BYTES[bitDepth] * 8,
    isFloat: bitDepth === 'float',
    sampleFrames: map.samples,
    trailerBytes: trailer.length,
  };
  const header = wavHeader(layout);
  await sink.write(header, 0);
  const { dataBytes, damaged } = await decodePieces(file, map, bitDepth, context, (bytes, at) =>
    sink.write(bytes, header.length + at),
  );
  await sink.write(joinBytes(new Uint8Array(wavPadding(layout)), trailer), header.length + dataBytes);
  return {
    mimeType: 'audio/wav',
    extension: 'wav',
    warnings: audioWarnings({ ...map, damaged: map.damaged || damaged }),
  };
}

/** Work estimate for the worker pool: decoding a sample takes as long as processing this many bytes of an image. */
const BYTES_OF_WORK = 2;

async function decodePieces(
  file: SourceFile,
  map: Mp3Map,
  depth: PcmDepth,
  { platform, signal, onProgress }: OperationContext,
  write: (bytes: Uint8Array, at: number) => Promise<void>,
): Promise<{ dataBytes: number; damaged: boolean }> {
  const pieces = audiblePieces(map);
  let dataBytes = 0;
  let damaged = false;
  await runInOrder<DecodedPiece>(
    pieces.length,
    { platform, signal },
    async (index) => {
      const { piece, from, to, position } = pieces[index] as AudiblePiece;
      const bytes = await file.read(piece.start, piece.end);
      if (signal?.aborted) throw new CancelledError();
      const { leadFrames, mp3Frames } = piece;
      return platform.workers.run(
        'decode-mp3-piece',
        {
          bytes,
          stream: map.header,
          leadFrames,
          mp3Frames,
          from,
          to,
          channels: map.channels,
          depth,
          position,
        },
        // States the whole file's work for each piece: the pool may run a task with little work in the calling thread.
        { signal, transfer: [bytes.buffer], workBytes: map.samples * BYTES_OF_WORK },
      );
    },
    async (piece, index) => {
      await write(piece.bytes, dataBytes);
      dataBytes += piece.bytes.length;
      damaged ||= piece.damaged;
      onProgress?.((index + 1) / pieces.length);
    },
  );
  return { dataBytes, damaged };
}

interface AudiblePiece {
  readonly piece: Mp3Piece;
  /** Samples to write, counted from the start of the piece; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly position: number;
}

function audiblePieces({ pieces, skip, samples, header }: Mp3Map): AudiblePiece[] {
  const wanted: AudiblePiece[] = [];
  let start = 0;
  for (const piece of pieces) {
    const length = piece.mp3Frames * header.samplesPerFrame;
    const from = Math.max(0, skip - start);
    const to = Math.min(length, skip + samples - start);
    if (from < to) wanted.push({ piece, from, to, position: start + from - skip });
    start += length;
  }
  return wanted;
}

/** Writes a chunk `LIST INFO`, which every program reads, and a chunk `id3 ` with all tags and cover images. */
function tagChunks(tags: SourceTags): Uint8Array<ArrayBuffer> {
  return hasNoTags(tags) ? new Uint8Array(0) : joinBytes(writeRiffInfo(tags), riffChunk('id3 ', writeId3(tags)));
}
