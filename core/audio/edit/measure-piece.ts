import { stepPowers } from '../dsp/loudness.ts';
import { truePeak } from '../dsp/true-peak.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'measure-loudness-piece': typeof measurePiece;
  }
}

export interface MeasurePieceInput {
  /** Samples of each channel, of equal length. The first `lead` samples precede the piece, the last `tail` follow it. */
  readonly channels: readonly Float32Array<ArrayBuffer>[];
  readonly sampleRate: number;
  /** First step of 100 ms of the piece, counted from the start of the audio. */
  readonly firstStep: number;
  readonly lead: number;
  readonly tail: number;
}

export interface MeasuredPiece {
  /** Power of each step (see `stepPowers`). */
  readonly powers: Float64Array<ArrayBuffer>;
  /** True peak of all channels, 1 at full scale. */
  readonly peak: number;
}

/** Measures loudness and true peak of a piece of audio. Runs in a worker. */
export async function measurePiece(input: MeasurePieceInput): Promise<MeasuredPiece> {
  const { channels, sampleRate, firstStep, lead, tail } = input;
  const end = (channels[0]?.length ?? 0) - tail;
  return {
    powers: stepPowers(
      channels.map((samples) => samples.subarray(0, end)),
      sampleRate,
      firstStep,
      lead,
    ),
    peak: channels.reduce((peak, samples) => truePeak(samples, lead, end, peak), 0),
  };
}
