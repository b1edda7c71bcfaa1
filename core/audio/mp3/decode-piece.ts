import { MPEGDecoder } from 'mpg123-decoder';
import { FudebakoError } from '../../base/errors.ts';
import { readingError, wasmError } from '../../base/internal-failure.ts';
import { hasWebAssembly } from '../../wasm/webassembly.ts';
import { type PcmDepth, writePcm } from '../dsp/quantize.ts';
import { createMainDataChecker } from './check-main-data.ts';
import { toStandardFrames } from './free-format.ts';
import { findFrame, type Mp3Header } from './mp3-frames.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'decode-mp3-piece': typeof decodePiece;
  }
}

export interface DecodePieceInput {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly stream: Mp3Header;
  readonly leadFrames: number;
  readonly mp3Frames: number;
  /** Requested samples, counted from the first frame after the lead frames; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly channels: 1 | 2;
  readonly depth: PcmDepth;
  /** Index of the first requested sample in the whole audio; the dither depends on this index. */
  readonly position: number;
}

export interface DecodedPiece {
  /** Interleaved samples in the sample format of the WAV file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** True if a frame's main data is damaged. The decoder conceals such damage. */
  readonly damaged: boolean;
}

/** Decodes MP3 frames to WAV samples and checks the frames. Runs in a worker. */
export async function decodePiece(input: DecodePieceInput): Promise<DecodedPiece> {
  const { stream, leadFrames, mp3Frames, from, to, channels, depth, position } = input;
  const total = (leadFrames + mp3Frames) * stream.samplesPerFrame;
  const lead = leadFrames * stream.samplesPerFrame;
  const audio = Array.from({ length: channels }, () => new Float32Array(total));
  const decoder = await createMp3Decoder();
  let damaged: boolean;
  try {
    const isFree = stream.freeBytes !== undefined;
    damaged = decodeInto(decoder, isFree ? toStandardFrames(input.bytes, stream) : input, audio);
  } finally {
    decoder.free();
  }
  const pcm = audio.map((samples) => samples.subarray(lead + from, lead + to));
  return { bytes: writePcm(pcm, position, depth), damaged };
}

/** Decodes frame by frame. Silence replaces an undecodable frame, so later frames keep their position. */
function decodeInto(
  decoder: Mp3Decoder,
  { bytes, stream }: Pick<DecodePieceInput, 'bytes' | 'stream'>,
  audio: Float32Array[],
): boolean {
  const checker = createMainDataChecker();
  let [at, written, due] = [0, 0, 0];
  let damaged = false;
  for (;;) {
    const found = findFrame(bytes, at, stream, true, true);
    if (!('header' in found)) return damaged;
    at = found.at + found.header.frameBytes;
    const frame = bytes.subarray(found.at, at);
    if (!damaged) damaged = !checker.check(frame, found.header);
    const { channels, samples } = decoder.decode(frame);
    due += stream.samplesPerFrame;
    written = Math.max(written, due - samples);
    const length = audio[0]?.length ?? 0;
    const count = Math.min(samples, length - written);
    audio.forEach((target, channel) => {
      if (count > 0) target.set((channels[channel] as Float32Array).subarray(0, count), written);
    });
    written += Math.max(0, count);
  }
}

export interface Mp3Decoder {
  /** Decodes MP3 frames to two channels; mono becomes two equal channels. Samples may slightly exceed ±1. */
  decode(mp3Frames: Uint8Array): { readonly channels: readonly Float32Array<ArrayBuffer>[]; readonly samples: number };
  free(): void;
}

/**
 * Opens mpg123 (WebAssembly). Turns off mpg123's gapless trimming, which supports only one of two delay formats.
 * @throws FudebakoError `audioConversion` if WebAssembly is unavailable
 */
export async function createMp3Decoder(): Promise<Mp3Decoder> {
  const decoder = await openDecoder();
  return {
    decode: (mp3Frames) => {
      const { channelData, samplesDecoded } = decoder.decode(mp3Frames);
      return { channels: channelData as Float32Array<ArrayBuffer>[], samples: samplesDecoded };
    },
    free: () => decoder.free(),
  };
}

async function openDecoder(): Promise<MPEGDecoder> {
  // Checks for WebAssembly first, because without WebAssembly mpg123's promise `ready` never settles.
  if (!(await hasWebAssembly()))
    throw new FudebakoError('audioConversion', {}, { cause: wasmError('mpg123', undefined) });
  try {
    const decoder = new MPEGDecoder({ enableGapless: false });
    await decoder.ready;
    return decoder;
  } catch (error) {
    throw readingError(error, 'audioConversion');
  }
}
