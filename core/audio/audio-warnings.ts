import type { WarningCode } from '../base/errors.ts';

/** What readers of audio files find wrong with them. */
export interface AudioFaults {
  readonly truncated: boolean;
  readonly damaged: boolean;
}

export const audioWarnings = ({ truncated, damaged }: AudioFaults): WarningCode[] => [
  ...(truncated ? (['audioTruncated'] as const) : []),
  ...(damaged ? (['audioDamaged'] as const) : []),
];
