/** `cover` fills the frame and crops; `contain` shows the whole image between white bars. */
export const fitModes = ['cover', 'contain'] as const;
export type FitMode = (typeof fitModes)[number];
