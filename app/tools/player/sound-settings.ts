export const TOOL = 'video_playback';

export interface SoundSettings {
  /** Volume from 0 to 1. Muting doesn't change the volume. */
  readonly volume: number;
  readonly muted: boolean;
}

export const VOLUME = { min: 0, max: 1, step: 0.01 } as const;

export const DEFAULT_SOUND: SoundSettings = { volume: 1, muted: false };

export function restoreSound(stored: object): Partial<SoundSettings> {
  const { volume, muted } = stored as Record<string, unknown>;
  return {
    ...(typeof volume === 'number' && volume >= VOLUME.min && volume <= VOLUME.max ? { volume } : {}),
    ...(typeof muted === 'boolean' ? { muted } : {}),
  };
}
