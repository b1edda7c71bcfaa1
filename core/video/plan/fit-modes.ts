/**
 * Methods to fit an image into the video frame: `cover` fills the frame and crops the image; `contain` shows the whole
 * image between white bars.
 */
export const fitModes = ['cover', 'contain'] as const;
export type FitMode = (typeof fitModes)[number];
