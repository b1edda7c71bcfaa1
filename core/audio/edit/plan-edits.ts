import type { CancelSignal } from '../../base/cancel-signal.ts';
import { CancelledError } from '../../base/errors.ts';
import { orderedResults } from '../../base/ordered-results.ts';
import type { ValuesOf } from '../../parameters/fields.ts';
import type { OperationContext, Warning } from '../../platform/context.ts';
import { integratedLoudness, STEPS_PER_SEC, stepStart } from '../dsp/loudness.ts';
import { TRUE_PEAK_MARGIN } from '../dsp/true-peak.ts';
import { applyEdits, type PlacedEdits } from './apply-edits.ts';
import type { audioEditParameters } from './parameters.ts';

export type AudioEdits = ValuesOf<typeof audioEditParameters>;

export const NO_EDITS: AudioEdits = {
  trimSilence: false,
  fadeInSec: 0,
  fadeOutSec: 0,
  loudness: 'off',
  volumeDb: 0,
};

/** Audio that is read in pieces, at the sample rate and with the channels of the output. */
export interface ReadableAudio {
  readonly sampleRate: number;
  readonly samples: number;
  /** Returns samples `[from, to)` of each channel, not clipped. The caller may change and transfer them. */
  read(from: number, to: number): Promise<readonly Float32Array<ArrayBuffer>[]>;
}

export interface PlannedEdits extends PlacedEdits {
  readonly warnings: readonly Warning[];
}

/** True if the edits change any sample. */
export const changesAudio = (edits: AudioEdits): boolean =>
  edits.trimSilence || edits.fadeInSec > 0 || edits.fadeOutSec > 0 || edits.loudness !== 'off' || edits.volumeDb !== 0;

type Context = Pick<OperationContext, 'platform' | 'signal' | 'onProgress'>;

/**
 * Finds silence at both ends and the gain, in bounded memory: reads the silent ends, and for a loudness all of the
 * audio. Removes silence first; loudness is that of the faded audio. If a loudness would take the true peak above
 * −1 dBTP, the gain is limited, and a warning states the loudness that is reached. Silent audio stays as it is.
 */
export async function planEdits(audio: ReadableAudio, edits: AudioEdits, context: Context): Promise<PlannedEdits> {
  const whole = { start: 0, end: audio.samples };
  const loud = edits.trimSilence ? await findSound(audio, context) : whole;
  const { start, end } = loud ?? whole;
  const samples = end - start;
  const fade = (seconds: number) => Math.min(samples, Math.round(seconds * audio.sampleRate));
  const faded = { start, samples, fadeIn: fade(edits.fadeInSec), fadeOut: fade(edits.fadeOutSec), gain: 1 };
  const silent: readonly Warning[] = [{ code: 'audioSilent', data: {} }];
  if (!loud) return { ...faded, warnings: silent };
  if (edits.loudness === 'off') return { ...faded, gain: decibels(edits.volumeDb), warnings: [] };
  const { loudness, peakDb } = await measureLoudness(audio, faded, context);
  if (loudness === Number.NEGATIVE_INFINITY) return { ...faded, warnings: silent };
  const target = Number(edits.loudness);
  // Rounded down, so that rounding never exceeds the ceiling. Engines compute logarithms with different last digits.
  const room = Math.floor((CEILING_DBTP - peakDb) * 100) / 100;
  const wanted = Math.round((target - loudness) * 100) / 100;
  if (wanted <= room) return { ...faded, gain: decibels(wanted), warnings: [] };
  const reached = (loudness + room).toFixed(1);
  return {
    ...faded,
    gain: decibels(room),
    warnings: [{ code: 'loudnessLimited', data: { reached, target, ceiling: CEILING_DBTP } }],
  };
}

/** Largest true peak after loudness normalization, in dBTP (EBU R 128). */
const CEILING_DBTP = -1;

const decibels = (gain: number) => 10 ** (gain / 20);

/** Level below which a sample is silent, −50 dB of full scale: below the noise of rooms and of tapes. */
const SILENCE = decibels(-50);

/** Silence that stays at both ends, so that no attack and no reverberation is cut. */
const KEPT_SILENCE_SEC = 0.1;

const READ_SAMPLES = 1 << 17;

/** Returns the samples from the first to the last audible one, with the silence that stays; undefined for silence. */
async function findSound(
  audio: ReadableAudio,
  { signal }: Context,
): Promise<{ readonly start: number; readonly end: number } | undefined> {
  const kept = Math.round(KEPT_SILENCE_SEC * audio.sampleRate);
  const isAudible = (sample: number) => Math.abs(sample) > SILENCE;
  for (let from = 0; from < audio.samples; from += READ_SAMPLES) {
    if (signal?.aborted) throw new CancelledError();
    const channels = await audio.read(from, Math.min(audio.samples, from + READ_SAMPLES));
    const firsts = channels.map((samples) => samples.findIndex(isAudible)).filter((index) => index >= 0);
    if (firsts.length === 0) continue;
    const last = await findLast(audio, isAudible, signal);
    return {
      start: Math.max(0, from + Math.min(...firsts) - kept),
      end: Math.min(audio.samples, last + 1 + kept),
    };
  }
  return undefined;
}

async function findLast(
  audio: ReadableAudio,
  isAudible: (sample: number) => boolean,
  signal: CancelSignal | undefined,
): Promise<number> {
  for (let to = audio.samples; to > 0; to -= READ_SAMPLES) {
    if (signal?.aborted) throw new CancelledError();
    const from = Math.max(0, to - READ_SAMPLES);
    const last = Math.max(...(await audio.read(from, to)).map((samples) => samples.findLastIndex(isAudible)));
    if (last >= 0) return from + last;
  }
  return -1;
}

/** Steps of 100 ms that a task measures: 30 s. Fixed, so that every machine measures the same loudness. */
const PIECE_STEPS = 300;
/** Steps before a piece, in which the filters settle: by 1e-39 at 38 Hz. */
const LEAD_STEPS = 4;

/** Measures the edited audio. Pieces are independent, so that workers share them. */
async function measureLoudness(
  audio: ReadableAudio,
  edits: PlacedEdits,
  { platform, signal, onProgress }: Context,
): Promise<{ readonly loudness: number; readonly peakDb: number }> {
  const { sampleRate } = audio;
  const steps = Math.ceil((edits.samples * STEPS_PER_SEC) / sampleRate);
  const powers = new Float64Array(steps);
  const measure = async (piece: number) => {
    const firstStep = piece * PIECE_STEPS;
    const leadFrom = stepStart(Math.max(0, firstStep - LEAD_STEPS), sampleRate);
    const from = edits.start + leadFrom;
    const pieceEnd = Math.min(edits.samples, stepStart(firstStep + PIECE_STEPS, sampleRate));
    const tail = Math.min(edits.samples - pieceEnd, TRUE_PEAK_MARGIN);
    const to = edits.start + pieceEnd + tail;
    const channels = await audio.read(from, to);
    for (const samples of channels) applyEdits(samples, from, edits);
    const lead = stepStart(firstStep, sampleRate) - leadFrom;
    return platform.workers.run(
      'measure-loudness-piece',
      { channels, sampleRate, firstStep, lead, tail },
      { signal, transfer: channels.map(({ buffer }) => buffer), workBytes: (to - from) * MEASURE_WORK },
    );
  };
  let [at, peak] = [0, 0];
  for await (const piece of orderedResults(Math.ceil(steps / PIECE_STEPS), platform.workers.size + 1, measure)) {
    powers.set(piece.powers, at);
    at += piece.powers.length;
    peak = Math.max(peak, piece.peak);
    onProgress?.(at / steps);
  }
  const isPartial = stepStart(at, sampleRate) > edits.samples && at > LEAD_STEPS;
  return {
    loudness: integratedLoudness(isPartial ? powers.subarray(0, at - 1) : powers.subarray(0, at)),
    peakDb: 20 * Math.log10(peak),
  };
}

/** Work of measuring a sample, in image bytes that take as long to process. */
const MEASURE_WORK = 64;
