import { clampNumber, defaultValues, restoreValues } from '#core/parameters/parse.ts';
import { type AnimationFormat, animationFields, animationFormats, longestPause } from '#core/text/animation/formats.ts';
import type { RevealUnit } from '#core/text/animation/reveal.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { settingsOf } from '../../storage/settings-store.ts';

export interface AnimationSettings {
  readonly frameRate?: number | undefined;
  readonly durationSec: number;
  readonly pauseSec: number;
  readonly reveal: RevealUnit;
  readonly matchAudio: boolean;
}

const { format: _, ...fields } = animationFields;
const DEFAULTS = defaultValues(fields) as AnimationSettings;

const restore = (stored: object) => restoreValues(fields, stored) as Partial<AnimationSettings>;

export const longestPauseOf = ({ durationSec }: AnimationSettings): number =>
  clampNumber(animationFields.pauseSec, longestPause(durationSec));

export function useAnimationSettings(tool: string): [AnimationSettings, (change: Partial<AnimationSettings>) => void] {
  const [settings, change] = useToolSettings<AnimationSettings>(tool, 'animation', DEFAULTS, restore);
  return [settings, (next) => change(withinLength({ ...settings, ...next }))];
}

const withinLength = (settings: AnimationSettings): AnimationSettings => ({
  ...settings,
  pauseSec: Math.min(settings.pauseSec, longestPauseOf(settings)),
});

/** Returns the current animation parameters. A GIF has a lower maximum frame rate than an MP4. */
export function animationParams(
  tool: string,
  format: AnimationFormat,
): AnimationSettings & { format: AnimationFormat } {
  const stored = settingsOf(tool).use.getState().parts.animation ?? {};
  const settings = withinLength({ ...DEFAULTS, ...restore(stored) });
  const { frameRate } = settings;
  return {
    ...settings,
    format,
    frameRate: frameRate && Math.min(frameRate, animationFormats[format].maxFps),
  };
}
