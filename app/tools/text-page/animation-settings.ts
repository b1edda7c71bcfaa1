import { create } from 'zustand';
import { clampNumber, defaultValues, restoreValues } from '#core/parameters/parse.ts';
import { type AnimationFormat, animationFields, animationFormats, longestPause } from '#core/text/animation/formats.ts';
import type { RevealUnit } from '#core/text/animation/reveal.ts';
import { showError } from '../../messages/errors.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { settingsOf } from '../../storage/settings-store.ts';
import { MAX_STORED_AUDIO_BYTES, toolStorage } from '../../storage/storage.ts';
import { parseFile } from '../../storage/stored.ts';
import { keepUnreadableFile } from '../../storage/unreadable-files.ts';
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

export interface AnimationAudio {
  readonly file: File;
  readonly durationSec: number;
}

const useAudio = create<Readonly<Record<string, AnimationAudio | undefined>>>(() => ({}));

export const useAnimationAudio = (tool: string): AnimationAudio | undefined => useAudio((audio) => audio[tool]);

export const animationAudio = (tool: string): AnimationAudio | undefined => useAudio.getState()[tool];

/** File that the visitor chose last in each tool. Files whose reading ends later don't replace this file. */
const chosen = new Map<string, File | undefined>();

const restored = new Set<string>();

/** Restores the audio file of the last visit, once. If decoding fails, the page offers the file for download. */
export async function restoreAnimationAudio(tool: string): Promise<void> {
  if (restored.has(tool)) return;
  restored.add(tool);
  const file = await toolStorage(tool).get('audio', parseFile);
  if (!file || chosen.has(tool)) return;
  try {
    const audio = await readAudio(file);
    if (!chosen.has(tool)) useAudio.setState({ [tool]: audio });
  } catch {
    await keepUnreadableFile(file.name, file);
    if (!chosen.has(tool)) await toolStorage(tool).forget('audio');
  }
}

/** Sets and stores the audio file; undefined removes the audio. Reports unreadable files. */
export async function setAnimationAudio(tool: string, file: File | undefined): Promise<void> {
  chosen.set(tool, file);
  try {
    const audio = file && (await readAudio(file));
    if (chosen.get(tool) !== file) return;
    useAudio.setState({ [tool]: audio });
  } catch (error) {
    return showError(error, file?.name);
  }
  const storage = toolStorage(tool);
  await (file && file.size <= MAX_STORED_AUDIO_BYTES ? storage.save('audio', file) : storage.forget('audio'));
}

async function readAudio(file: File): Promise<AnimationAudio> {
  const { durationSec } = await summarizeAudio(file);
  return { file, durationSec: durationSec ?? 0 };
}
