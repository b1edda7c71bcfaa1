/** What the sound and the settings say of a video's parts, in whole seconds. */
export interface VideoTiming {
  readonly durStartSec: number;
  readonly durEndSec: number;
  readonly trimStartSec: number;
  readonly trimEndSec: number;
  readonly blankStartSec: number;
  readonly blankEndSec: number;
}

export interface VideoDurations {
  /** The sound without what is trimmed, with the silence before and after it. */
  readonly effectiveAudioSec: number;
  readonly startSec: number;
  /** What is left for the main picture; 0 where start and end take everything. */
  readonly mainSec: number;
  /** How long the main picture is shown: at least `MIN_MAIN_SEC`. */
  readonly playedMainSec: number;
  readonly endSec: number;
  /** Of the whole video, the white lead-in and tail and the final frame among it. */
  readonly totalSec: number;
}

/** The main picture is shown for a second even where the sound leaves no time for it. */
export const MIN_MAIN_SEC = 1;

/** The final frame, with the watermark. */
export const FINAL_SEC = 1;

/**
 * How long each part of a video is.
 * @param audioSec the sound's own duration
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

/** The key of the warning that a video's durations call for, in the catalogue's `warnings`. */
export function durationWarnings({ mainSec }: VideoDurations): readonly 'mainDurationZero'[] {
  return mainSec === 0 ? ['mainDurationZero'] : [];
}
