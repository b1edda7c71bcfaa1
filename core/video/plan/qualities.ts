export const videoQualityIds = ['small', 'good', 'best'] as const;
export type VideoQuality = (typeof videoQualityIds)[number];

/** Constant rate factors of H.264 for visitors who don't want to choose a number. */
export const videoQualities = { small: 28, good: 23, best: 18 } as const satisfies Record<VideoQuality, number>;
