/** Constant rate factors of H.264 for visitors who don't want to choose a number. */
export const videoQualities = { small: 28, good: 23, best: 18 } as const;

export type VideoQuality = keyof typeof videoQualities;
export const videoQualityIds = Object.keys(videoQualities) as VideoQuality[];
