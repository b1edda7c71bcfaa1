import { CancelledError, FudebakoError, type WarningCode } from '../base/errors.ts';
import { extensionOf, type FileSink, type SourceFile } from '../base/files.ts';
import type { WrittenFile } from '../operation.ts';
import type { OperationContext } from '../platform/context.ts';
import { audioWarnings, warnOfDroppedTags } from './audio-warnings.ts';
import { resampledLength, resamplerInputRange } from './dsp/resampler.ts';
import { crc16 } from './mp3/crc16.ts';
import type { EncodedPiece, EncodePieceInput } from './mp3/encode-piece.ts';
import { infoFrameBytes, writeInfoFrame } from './mp3/info-frame.ts';
import { chooseEngine, resolveSettings } from './mp3/mp3-encoder.ts';
import {
  ENCODER_DELAY,
  ENGINE_NAMES,
  encodedLength,
  LEAD_FRAMES,
  type Mp3Engine,
  type Mp3Settings,
  nearestBitrate,
  nearestMp3Rate,
  samplesPerFrame,
} from './mp3/mp3-settings.ts';
import { type Mp3Run, parseRun, spliceRuns } from './mp3/mp3-splice.ts';
import { runInOrder } from './mp3/ordered-runs.ts';
import { writeId3 } from './tags/id3-writer.ts';
import type { SourceTags } from './tags/tags.ts';
import { readWav, type WavFile } from './wav/wav-reader.ts';
import { readWavTags } from './wav/wav-tags.ts';

export interface WavToMp3Options {
  readonly mode: 'cbr' | 'vbr';
  /** Constant bitrate in kbps, rounded to the nearest bitrate that MP3 has at the sample rate. */
  readonly bitrate: number;
  readonly vbrQuality: number;
}

/** Frames per piece (30 s at 44.1 kHz); constant, so every machine writes the same bytes. */
const PIECE_FRAMES = 1152;
/** Frames that a piece encodes past its end. From the splice point on, the next piece's frames are used. */
export const OVERLAP_FRAMES = 24;
/** Frames at the end of a run that depend on the end of the input; a splice never uses these frames. */
const TAIL_FRAMES = 4;

/**
 * Converts WAV to MP3 piece by piece in workers, in constant memory. Clips samples beyond full scale. The file starts
 * with tags and an info frame that states the exact length.
 * @throws FudebakoError `audioOnlyWav`, `inspectUnknown`, `wavChunkMissing`, `wavUnsupported`, `mp3Conversion`;
 * CancelledError
 */
export async function convertWavToMp3(
  file: SourceFile,
  options: WavToMp3Options,
  context: OperationContext,
): Promise<WrittenFile> {
  if (extensionOf(file.name) !== 'wav') throw new FudebakoError('audioOnlyWav');
  const { sink } = context;
  if (!sink) throw new TypeError('A file needs a sink');
  const wav = await readWav(file);
  const tags = await readWavTags(file, wav, context.textEncoding);
  const { clipped, damaged, warnings } = await writeMp3(file, wav, options, tags, { ...context, sink });
  return {
    mimeType: 'audio/mpeg',
    extension: 'mp3',
    warnings: [
      ...audioWarnings({ ...wav, clipped, damaged: wav.damaged || damaged }),
      ...(wav.sampleFrames === 0 ? ['audioEmpty' as const] : []),
      ...warnings,
    ],
  };
}

/** Samples in a file, as `readWav` describes them. */
export type StoredSamples = Pick<WavFile, 'format' | 'sampleRate' | 'sampleFrames' | 'channelMask' | 'dataStart'>;

/** Writes an MP3 of samples that a file stores. */
export async function writeMp3(
  file: SourceFile,
  samples: StoredSamples,
  options: WavToMp3Options,
  tags: SourceTags,
  context: OperationContext & { readonly sink: FileSink },
): Promise<{ readonly clipped: boolean; readonly damaged: boolean; readonly warnings: readonly WarningCode[] }> {
  const engine = await chooseEngine(context.platform);
  const plan = await planEncoding(samples, options, engine);
  warnOfDroppedTags(tags, context);
  const writer = createMp3Writer(context.sink, plan, writeId3(tags));
  const faults = await encodePieces(file, samples, plan, writer, context);
  await writer.finish();
  return { ...faults, warnings: options.mode === 'vbr' && engine === 'lamejs' ? ['vbrUnavailable'] : [] };
}

interface EncodingPlan {
  readonly engine: Mp3Engine;
  readonly settings: Mp3Settings;
  /** Number of samples of the MP3, at the MP3's sample rate. */
  readonly samples: number;
  readonly frameSamples: number;
  readonly mp3Frames: number;
  readonly padding: number;
  /** Frames encoded before a piece's first frame, so that the encoder's state matches a single pass. */
  readonly leadFrames: number;
  readonly pieces: number;
}

async function planEncoding(
  wav: StoredSamples,
  { mode, bitrate, vbrQuality }: WavToMp3Options,
  engine: Mp3Engine,
): Promise<EncodingPlan> {
  const nearest = nearestMp3Rate(wav.sampleRate);
  const settings = await resolveSettings(engine, {
    channels: wav.format.channels === 1 ? 1 : 2,
    sampleRate: nearest,
    bitrateKbps: mode === 'cbr' ? nearestBitrate(bitrate, nearest) : undefined,
    vbrQuality: mode === 'vbr' ? vbrQuality : undefined,
  });
  const { sampleRate } = settings;
  const samples =
    sampleRate === wav.sampleRate ? wav.sampleFrames : resampledLength(wav.sampleFrames, wav.sampleRate, sampleRate);
  const frameSamples = samplesPerFrame(sampleRate);
  const { mp3Frames, padding } = encodedLength(samples, frameSamples);
  const leadFrames = LEAD_FRAMES[engine];
  return {
    engine,
    settings,
    samples,
    frameSamples,
    mp3Frames,
    padding,
    leadFrames,
    // If the last frames are too few for an overlap, the previous piece includes them.
    pieces: Math.max(1, Math.ceil((mp3Frames - leadFrames - OVERLAP_FRAMES - TAIL_FRAMES) / PIECE_FRAMES)),
  };
}

async function encodePieces(
  file: SourceFile,
  wav: StoredSamples,
  plan: EncodingPlan,
  writer: Mp3Writer,
  context: OperationContext,
): Promise<{ clipped: boolean; damaged: boolean }> {
  const { platform, signal, onProgress } = context;
  const firstFrameOf = (piece: number) => Math.max(0, piece * PIECE_FRAMES - plan.leadFrames);
  const encode = async (first: number, last: number): Promise<EncodedPiece> => {
    const start = firstFrameOf(first) * plan.frameSamples;
    const endFrame = (last + 1) * PIECE_FRAMES + OVERLAP_FRAMES + TAIL_FRAMES;
    const end = last === plan.pieces - 1 ? plan.samples : Math.min(plan.samples, endFrame * plan.frameSamples);
    const input = await readPiece(file, wav, plan, start, end);
    if (signal?.aborted) throw new CancelledError();
    const workBytes = (end - start) * BYTES_OF_WORK;
    return platform.workers.run('encode-mp3-piece', input, { signal, transfer: [input.bytes.buffer], workBytes });
  };

  let [clipped, damaged] = [false, false];
  let current: { readonly run: Mp3Run; readonly firstPiece: number } | undefined;
  const append = async (result: EncodedPiece, piece: number) => {
    clipped ||= result.clipped;
    damaged ||= result.damaged;
    const run = parseRun(result.mp3, firstFrameOf(piece));
    const from = piece * PIECE_FRAMES;
    const splice = current && spliceRuns(current.run, run, from, from + OVERLAP_FRAMES);
    if (splice) await writer.add(splice.run, splice.endFrame);
    if (splice || !current) current = { run, firstPiece: piece };
    else {
      // If two pieces have no splice point, a single encoder encodes both pieces.
      const { firstPiece } = current;
      current = { run: parseRun((await encode(firstPiece, piece)).mp3, firstFrameOf(firstPiece)), firstPiece };
    }
    onProgress?.((piece + 1) / plan.pieces);
  };
  await runInOrder<EncodedPiece>(plan.pieces, context, (piece) => encode(piece, piece), append);
  if (current) await writer.add(current.run, plan.mp3Frames);
  return { clipped, damaged };
}

/** Work estimate for the worker pool: encoding a sample takes as long as processing this many bytes of an image. */
const BYTES_OF_WORK = 8;

/** Reads the WAV blocks on which the samples `[start, end)` of the MP3 depend. */
async function readPiece(
  file: SourceFile,
  wav: StoredSamples,
  { engine, settings }: EncodingPlan,
  start: number,
  end: number,
): Promise<EncodePieceInput> {
  const { blockBytes, blockFrames } = wav.format;
  const isSameRate = wav.sampleRate === settings.sampleRate;
  const [first, last] = isSameRate
    ? [start, end]
    : resamplerInputRange(wav.sampleRate, settings.sampleRate, start, end);
  const firstBlock = Math.floor(first / blockFrames);
  const endBlock = Math.ceil(Math.min(last, wav.sampleFrames) / blockFrames);
  const bytes = await file.read(
    wav.dataStart + firstBlock * blockBytes,
    wav.dataStart + Math.max(firstBlock, endBlock) * blockBytes,
  );
  return {
    bytes,
    format: wav.format,
    firstFrame: firstBlock * blockFrames,
    sourceFrames: wav.sampleFrames,
    sourceRate: wav.sampleRate,
    channelMask: wav.channelMask,
    start,
    end,
    engine,
    settings,
  };
}

interface Mp3Writer {
  add(run: Mp3Run, endFrame: number): Promise<void>;
  finish(): Promise<void>;
}

/** Writes an MP3: tags, zeros in place of the info frame, then audio. The info frame is written last. */
function createMp3Writer(sink: FileSink, plan: EncodingPlan, tags: Uint8Array): Mp3Writer {
  const hundredths: number[] = [];
  let firstFrame: Uint8Array | undefined;
  let audioStart = 0;
  let audioBytes = 0;
  let audioCrc = 0;
  let mp3Frames = 0;
  return {
    async add(run, endFrame) {
      const frames = run.mp3Frames.slice(mp3Frames - run.firstFrame, endFrame - run.firstFrame);
      const [first, last] = [frames[0], frames.at(-1)];
      if (!first || !last) return;
      const bytes = run.bytes.subarray(first.at, last.at + last.header.frameBytes);
      if (!firstFrame) {
        firstFrame = bytes.slice(0, first.header.frameBytes);
        audioStart = tags.length + infoFrameBytes(firstFrame);
        await sink.write(tags, 0);
      }
      for (const { at } of frames) {
        while (hundredths.length * plan.mp3Frames <= mp3Frames * 100) hundredths.push(audioBytes + at - first.at);
        mp3Frames++;
      }
      await sink.write(bytes, audioStart + audioBytes);
      audioCrc = crc16(bytes, audioCrc);
      audioBytes += bytes.length;
    },
    async finish() {
      if (!firstFrame || mp3Frames !== plan.mp3Frames)
        throw new FudebakoError('mp3Conversion', {
          reason: 'framesMissing',
          frames: mp3Frames,
          expected: plan.mp3Frames,
        });
      const info = writeInfoFrame(firstFrame, {
        mp3Frames,
        audioBytes,
        audioCrc,
        delay: ENCODER_DELAY,
        padding: plan.padding,
        hundredths,
        bitrateKbps: plan.settings.bitrateKbps,
        vbrQuality: plan.settings.vbrQuality,
        encoder: ENGINE_NAMES[plan.engine],
      });
      await sink.write(info, tags.length);
    },
  };
}
