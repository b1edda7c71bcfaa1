export const waveformKinds = ['none', 'bars', 'line', 'mirrored', 'circle'] as const;
export type WaveformKind = Exclude<(typeof waveformKinds)[number], 'none'>;
export const waveformPlaces = ['top', 'middle', 'bottom'] as const;
export type WaveformPlace = (typeof waveformPlaces)[number];

/** What moves over the images of a video. */
export interface MovingSettings {
  readonly waveform?: (typeof waveformKinds)[number];
  /** Color of waveform and progress bar. */
  readonly waveformColor?: string;
  /** Height of the waveform in percent of the frame's height. */
  readonly waveformSize?: number;
  readonly waveformPlace?: WaveformPlace;
  readonly progressBar?: boolean;
}

export const moves = ({ waveform = 'none', progressBar = false }: MovingSettings): boolean =>
  waveform !== 'none' || progressBar;
