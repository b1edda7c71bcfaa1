import { create } from 'zustand';
import { clampNumber, defaultValues, restoreValues } from '#core/parameters/parse.ts';
import { type AnimationFormat, animationFields, animationFormats } from '#core/text/animation/formats.ts';
import type { RevealUnit } from '#core/text/animation/reveal.ts';
import { showError } from '../../messages/errors.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { settingsOf } from '../../storage/settings-store.ts';
import { summarizeAudio } from '../../workers/media.ts';

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

/** Seconds of an animation that the pause leaves at least. */
const MIN_REVEAL_SEC = 0.5;

export const longestPause = ({ durationSec }: AnimationSettings): number =>
  clampNumber(animationFields.pauseSec, durationSec - MIN_REVEAL_SEC);

/** Returns the settings of a text editor's animations. */
export function useAnimationSettings(tool: string): [AnimationSettings, (change: Partial<AnimationSettings>) => void] {
  const [settings, change] = useToolSettings<AnimationSettings>(tool, 'animation', DEFAULTS, restore);
  return [settings, (next) => change(withinLength({ ...settings, ...next }))];
}

/** Shortens the pause if the animation got shorter. */
const withinLength = (settings: AnimationSettings): AnimationSettings => ({
  ...settings,
  pauseSec: Math.min(settings.pauseSec, longestPause(settings)),
});

/** Returns the operation's parameters for a format, without subscribing. A GIF has a lower limit of its frame rate. */
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

export interface AnimationAudio {
  readonly file: File;
  readonly durationSec: number;
}

/** The audio of each text editor's animations, for this visit. */
const useAudio = create<Readonly<Record<string, AnimationAudio | undefined>>>(() => ({}));

export const useAnimationAudio = (tool: string): AnimationAudio | undefined => useAudio((audio) => audio[tool]);

export const animationAudio = (tool: string): AnimationAudio | undefined => useAudio.getState()[tool];

/** Sets the audio after reading its length, or removes the audio. Reports files that can't be read. */
export async function setAnimationAudio(tool: string, file: File | undefined): Promise<void> {
  if (!file) return useAudio.setState({ [tool]: undefined });
  try {
    const { durationSec } = await summarizeAudio(file);
    useAudio.setState({ [tool]: { file, durationSec: durationSec ?? 0 } });
  } catch (error) {
    showError(error);
  }
}
