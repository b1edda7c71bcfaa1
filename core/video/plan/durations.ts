/** Settings of a video in whole seconds: durations of images, audio trimming, and white frames at both ends. */
export interface VideoTiming {
  readonly durStartSec: number;
  readonly durEndSec: number;
  readonly trimStartSec: number;
  readonly trimEndSec: number;
  readonly blankStartSec: number;
  readonly blankEndSec: number;
  /** True to end with a second of white or of the watermark; the default. */
  readonly endCard?: boolean;
}

/** Seconds of silence that were removed from the ends of the trimmed audio. */
export interface RemovedSilence {
  readonly startSec: number;
  readonly endSec: number;
}

export const NO_SILENCE: RemovedSilence = { startSec: 0, endSec: 0 };

export interface VideoDurations {
  /** Seconds of the audio after trimming, including silence at start and end. */
  readonly effectiveAudioSec: number;
  readonly startSec: number;
  /** Seconds that the audio leaves for the main image; 0 if start and end image take all the time. */
  readonly mainSec: number;
  /** Seconds that the main image is shown: at least `MIN_MAIN_SEC`. */
  readonly playedMainSec: number;
  readonly endSec: number;
  /** Seconds of the whole video, including white at start and end and the final frame. */
  readonly totalSec: number;
}

/** Minimum seconds of the main image, even if the audio leaves no time for it. */
export const MIN_MAIN_SEC = 1;

/** Duration of the end card. */
export const FINAL_SEC = 1;

export const finalSec = ({ endCard = true }: Pick<VideoTiming, 'endCard'>): number => (endCard ? FINAL_SEC : 0);

/** Returns the frames that show images, first to last, exclusive: neither white at both ends nor the end card. */
export const imageFrames = (
  timing: VideoTiming,
  { fps, frames }: { readonly fps: number; readonly frames: number },
) => ({
  from: timing.blankStartSec * fps,
  to: frames - (timing.blankEndSec + finalSec(timing)) * fps,
});

/** Plans the durations of a video's parts. `audioSec` is the duration of the audio file in seconds. */
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
    totalSec: blankStartSec + durStartSec + playedMainSec + durEndSec + blankEndSec + finalSec(timing),
  };
}

export function durationWarnings({ startSec, mainSec, endSec }: VideoDurations): readonly 'mainDurationZero'[] {
  return mainSec === 0 && startSec + endSec > 0 ? ['mainDurationZero'] : [];
}
