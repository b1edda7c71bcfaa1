/** Latest time in a video that parameters accept, in seconds: 100 hours. */
export const MAX_VIDEO_SECONDS = 360_000;
