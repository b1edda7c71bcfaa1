/** How an image fits the frame: `cover` fills and crops; `contain` shows the whole image between white bars. */
export const fitModes = ['cover', 'contain'] as const;
export type FitMode = (typeof fitModes)[number];
