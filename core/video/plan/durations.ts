/** Durations of a video's parts in whole seconds. */
export interface VideoTiming {
  readonly durStartSec: number;
  readonly durEndSec: number;
  readonly trimStartSec: number;
  readonly trimEndSec: number;
  readonly blankStartSec: number;
  readonly blankEndSec: number;
}

export interface VideoDurations {
  /** Duration after trimming, including silence at start and end. */
  readonly effectiveAudioSec: number;
  readonly startSec: number;
  /** Time in seconds for the main image; 0 if start and end image take all the time. */
  readonly mainSec: number;
  /** Time that the main image is shown: at least `MIN_MAIN_SEC`. */
  readonly playedMainSec: number;
  readonly endSec: number;
  /** Duration of the video, including white at start and end and the final frame. */
  readonly totalSec: number;
}

/** Minimum seconds of the main image, even if the audio leaves no time. */
export const MIN_MAIN_SEC = 1;

export const FINAL_SEC = 1;

/**
 * Plans the durations of a video's parts.
 * @param audioSec duration of the audio file
 */
export function planDurations(audioSec: number, timing: VideoTiming): VideoDurations {
  const { durStartSec, durEndSec, trimStartSec, trimEndSec, blankStartSec, blankEndSec } = timing;
  const effectiveAudioSec = audioSec - trimStartSec - trimEndSec + blankStartSec + blankEndSec;
  const remainingSec = Math.floor(effectiveAudioSec) - durStartSec - durEndSec;
  const playedMainSec = Math.max(MIN_MAIN_SEC, remainingSec);
  return {
    effectiveAudioSec,
    startSec: durStartSec,
    mainSec: Math.max(0, remainingSec),
    playedMainSec,
    endSec: durEndSec,
    totalSec: blankStartSec + durStartSec + playedMainSec + durEndSec + blankEndSec + FINAL_SEC,
  };
}

export function durationWarnings({ mainSec }: VideoDurations): readonly 'mainDurationZero'[] {
  return mainSec === 0 ? ['mainDurationZero'] : [];
}
