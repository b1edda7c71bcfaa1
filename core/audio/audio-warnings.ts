import type { WarningCode } from '../base/errors.ts';

export interface AudioFaults {
  readonly truncated: boolean;
  readonly damaged: boolean;
  /** True if samples beyond full scale were clipped. */
  readonly clipped?: boolean;
}

export const audioWarnings = ({ truncated, damaged, clipped }: AudioFaults): WarningCode[] => [
  ...(truncated ? (['audioTruncated'] as const) : []),
  ...(damaged ? (['audioDamaged'] as const) : []),
  ...(clipped ? (['audioClipped'] as const) : []),
];
