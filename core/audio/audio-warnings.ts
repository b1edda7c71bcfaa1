import type { WarningCode } from '../base/errors.ts';

export interface AudioFaults {
  readonly truncated: boolean;
  readonly damaged: boolean;
}

export const audioWarnings = ({ truncated, damaged }: AudioFaults): WarningCode[] => [
  ...(truncated ? (['audioTruncated'] as const) : []),
  ...(damaged ? (['audioDamaged'] as const) : []),
];
