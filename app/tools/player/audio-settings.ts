export const TOOL = 'video_playback';

export interface AudioSettings {
  /** Volume from 0 to 1. Muting doesn't change the volume. */
  readonly volume: number;
  readonly muted: boolean;
  /** True to keep the pitch at other speeds than 1. */
  readonly keepsPitch: boolean;
}

export const VOLUME = { min: 0, max: 1, step: 0.01 } as const;

export const DEFAULT_AUDIO: AudioSettings = { volume: 1, muted: false, keepsPitch: true };

export function restoreAudio(stored: object): Partial<AudioSettings> {
  const { volume, muted, keepsPitch } = stored as Record<string, unknown>;
  return {
    ...(typeof volume === 'number' && volume >= VOLUME.min && volume <= VOLUME.max ? { volume } : {}),
    ...(typeof muted === 'boolean' ? { muted } : {}),
    ...(typeof keepsPitch === 'boolean' ? { keepsPitch } : {}),
  };
}
