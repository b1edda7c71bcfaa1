import { ParameterError } from '../../base/errors.ts';
import { choice, number } from '../../parameters/fields.ts';

/** What a text that appears letter by letter is written as, by extension, and at how many frames a second. */
export const animationFormats = {
  mp4: { fps: 15, maxFps: 30 },
  gif: { fps: 7, maxFps: 15 },
} as const;

export type AnimationFormat = keyof typeof animationFormats;

export const animationExtensions = ['mp4', 'gif'] as const satisfies readonly AnimationFormat[];

/** The parameters that an animation has besides those of its picture. */
export const animationFields = {
  format: choice({ options: animationExtensions, default: 'mp4' }),
  /** `animationFormats` says the default. */
  fps: number({ min: 1, max: animationFormats.mp4.maxFps, fractionDigits: 0, integerDigits: 2, unit: 'fps' }),
};

/** @throws ParameterError for more frames a second than the format has */
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
