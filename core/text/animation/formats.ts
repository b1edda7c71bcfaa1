import { ParameterError } from '../../base/errors.ts';
import { choice, number } from '../../parameters/fields.ts';

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
};

/** Checks an animation's parameters. Throws ParameterError if the frame rate exceeds the format's limit. */
export function checkAnimation({
  format,
  fps,
}: {
  readonly format: AnimationFormat;
  readonly fps?: number | undefined;
}): void {
  const { maxFps } = animationFormats[format];
  if (fps !== undefined && fps > maxFps) throw new ParameterError('fps', { min: 1, max: maxFps }, fps);
}
