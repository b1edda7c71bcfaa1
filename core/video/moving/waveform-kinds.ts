export const waveformKinds = ['none', 'bars', 'line', 'mirrored', 'circle'] as const;
export type WaveformKind = Exclude<(typeof waveformKinds)[number], 'none'>;
export const waveformPlaces = ['top', 'middle', 'bottom'] as const;
export type WaveformPlace = (typeof waveformPlaces)[number];
