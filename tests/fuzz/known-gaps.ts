import type { WrongKind } from './wrong-result.ts';

interface Finding {
  readonly kind: WrongKind;
  readonly message: string;
  readonly input: Uint8Array | string;
  /** The undamaged file, if the input is a file. */
  readonly original: Uint8Array<ArrayBuffer> | undefined;
}

export interface KnownGap {
  readonly door: string;
  readonly why: string;
  matches(finding: Finding): boolean | Promise<boolean>;
}

/**
 * Known errors that the oracles find and that are not fixed yet. A matching case counts as `known gap` and is not a
 * finding.
 */
export const KNOWN_GAPS: readonly KnownGap[] = [];

export async function knownGap(door: string, finding: Finding): Promise<KnownGap | undefined> {
  for (const gap of KNOWN_GAPS) if (gap.door === door && (await gap.matches(finding))) return gap;
  return undefined;
}
