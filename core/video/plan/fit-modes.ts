/** `cover` fills the frame and cuts what stands over; `contain` shows all of the picture between white bars. */
export const fitModes = ['cover', 'contain'] as const;
export type FitMode = (typeof fitModes)[number];
