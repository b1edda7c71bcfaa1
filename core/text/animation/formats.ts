import { ParameterError } from '../../base/errors.ts';
import { choice, number } from '../../parameters/fields.ts';
import { ANIMATION_SECONDS, PAUSE_SECONDS } from './reveal.ts';

export const animationFormats = {
  mp4: { fps: 15, maxFps: 30 },
  gif: { fps: 7, maxFps: 15 },
} as const;

export type AnimationFormat = keyof typeof animationFormats;

export const animationExtensions = ['mp4', 'gif'] as const satisfies readonly AnimationFormat[];

export const animationFields = {
  format: choice({ options: animationExtensions, default: 'mp4' }),
  /** Frames per second. The default depends on the format (`animationFormats`). */
  fps: number({ min: 1, max: animationFormats.mp4.maxFps, fractionDigits: 0, integerDigits: 2, unit: 'fps' }),
  /** Length including the pause. */
  durationSec: number({
    default: ANIMATION_SECONDS,
    min: 1,
    max: 60,
    step: 0.5,
    fractionDigits: 1,
    integerDigits: 2,
    unit: 'seconds',
  }),
  /** How long the whole text is shown at the end. */
  pauseSec: number({
    default: PAUSE_SECONDS,
    min: 0,
    max: 59,
    step: 0.5,
    fractionDigits: 1,
    integerDigits: 2,
    unit: 'seconds',
  }),
  /** What appears at once. */
  reveal: choice({ options: ['character', 'word', 'line'], default: 'character' }),
};

/**
 * Checks an animation's parameters.
 * @throws ParameterError if the frame rate exceeds the format's limit, or the pause leaves less than half a second
 */
export function checkAnimation({
  format,
  fps,
  durationSec,
  pauseSec,
}: {
  readonly format: AnimationFormat;
  readonly fps?: number | undefined;
  readonly durationSec: number;
  readonly pauseSec: number;
}): void {
  // Both have one decimal, which the difference of floats may not.
  const longest = Math.round((durationSec - 0.5) * 10) / 10;
  if (pauseSec > longest) throw new ParameterError('pauseSec', { min: 0, max: longest }, pauseSec);
  const { maxFps } = animationFormats[format];
  if (fps !== undefined && fps > maxFps) throw new ParameterError('fps', { min: 1, max: maxFps }, fps);
}
