import { ParameterError } from '../../base/errors.ts';
import { choice, inFoldedSection, needing, number, renamed, toggle } from '../../parameters/fields.ts';
import { ANIMATION_SECONDS, PAUSE_SECONDS, type RevealTiming } from './reveal.ts';

export const animationFormats = {
  mp4: { fps: 15, maxFps: 30 },
  gif: { fps: 7, maxFps: 15 },
} as const;

export type AnimationFormat = keyof typeof animationFormats;

export const animationExtensions = ['mp4', 'gif'] as const satisfies readonly AnimationFormat[];

export const animationFields = inFoldedSection('animation', {
  format: choice({ options: animationExtensions, default: 'mp4' }),
  /** Frames per second of a text animation. The default depends on the output format. */
  frameRate: renamed(
    'fps',
    number({ min: 1, max: animationFormats.mp4.maxFps, fractionDigits: 0, integerDigits: 2, unit: 'fps' }),
  ),
  /** Length of a text animation in seconds, including the pause at the end. */
  durationSec: number({
    default: ANIMATION_SECONDS,
    min: 1,
    max: 60,
    step: 0.5,
    fractionDigits: 1,
    integerDigits: 2,
    unit: 'seconds',
  }),
  /** Seconds for which a text animation shows the whole text at the end. */
  pauseSec: number({
    default: PAUSE_SECONDS,
    min: 0,
    max: 59,
    step: 0.5,
    fractionDigits: 1,
    integerDigits: 2,
    unit: 'seconds',
  }),
  /** Unit in which a text animation reveals text, such as characters or words. `fade` fades in the whole text. */
  reveal: choice({ options: ['character', 'word', 'line', 'fade'], default: 'character' }),
  /** True to make the text animation as long as its audio; false to trim the audio or pad it with silence. */
  matchAudio: needing(['audio'], toggle({ default: true })),
});

/** Seconds of an animation before its pause, at least. */
const MIN_REVEAL_SECONDS = 0.5;

/** Rounds the difference of two durations to one decimal, because floating-point subtraction is inexact. */
export const longestPause = (durationSec: number): number => Math.round((durationSec - MIN_REVEAL_SECONDS) * 10) / 10;

/**
 * Returns the timing of an animation: as long as its audio in whole frames, if it has audio to match; else as set.
 * A pause that is too long is shortened.
 */
export function animationTiming(
  { durationSec = ANIMATION_SECONDS, pauseSec = PAUSE_SECONDS }: Partial<RevealTiming>,
  fps: number,
  audioSec: number | undefined,
): RevealTiming {
  if (audioSec === undefined) return { durationSec, pauseSec: Math.min(pauseSec, longestPause(durationSec)) };
  const wholeSec = Math.max(2, Math.ceil(audioSec * fps - 1e-6)) / fps;
  return { durationSec: wholeSec, pauseSec: Math.min(pauseSec, wholeSec / 2) };
}

/**
 * Throws ParameterError for a frame rate above the format's limit, or a pause that leaves less than half a second. A
 * pause no longer than the default is shortened instead, because it may not have been chosen.
 */
export function checkAnimation({
  format,
  frameRate,
  durationSec,
  pauseSec,
}: {
  readonly format: AnimationFormat;
  readonly frameRate?: number | undefined;
  readonly durationSec: number;
  readonly pauseSec: number;
}): void {
  const longest = longestPause(durationSec);
  if (pauseSec > Math.max(longest, PAUSE_SECONDS))
    throw new ParameterError('pauseSec', { min: 0, max: longest }, pauseSec);
  const { maxFps } = animationFormats[format];
  if (frameRate !== undefined && frameRate > maxFps)
    throw new ParameterError('frameRate', { min: 1, max: maxFps }, frameRate);
}

/** Throws ParameterError for an animation with captions in a format other than MP4. */
export function checkCaptioned({ format }: { readonly format: AnimationFormat }): void {
  if (format !== 'mp4') throw new ParameterError('format', { options: ['mp4'] }, format);
}
