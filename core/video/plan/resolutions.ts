/** Video sizes that common video platforms show without scaling. */
export const resolutions = {
  yt_1080p_landscape: { width: 1920, height: 1080 },
  tt_1080p_vertical: { width: 1080, height: 1920 },
  square_1080: { width: 1080, height: 1080 },
  yt_720p_landscape: { width: 1280, height: 720 },
  tt_720p_vertical: { width: 720, height: 1280 },
} as const;

export type ResolutionId = keyof typeof resolutions;
export const resolutionIds = Object.keys(resolutions) as ResolutionId[];
