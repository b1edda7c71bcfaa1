import { allFrames } from './mp3-reference.ts';
import type { WrongKind } from './wrong-result.ts';

interface Finding {
  readonly kind: WrongKind;
  readonly message: string;
  readonly input: Uint8Array | string;
  /** The undamaged file from which the input was made, if the input is a file. */
  readonly original: Uint8Array<ArrayBuffer> | undefined;
}

export interface KnownGap {
  readonly target: string;
  readonly why: string;
  matches(finding: Finding): boolean | Promise<boolean>;
}

/** Errors that the fuzzer finds and that aren't fixed yet. A matching case counts as `known gap`, not as a finding. */
export const KNOWN_GAPS: readonly KnownGap[] = [
  {
    target: 'mp3',
    why: 'mpg123 confuses scalefactors of mixed granules in intensity stereo of MPEG-2 (docs/upstream.md)',
    matches: async ({ kind, input }) =>
      kind === 'damaged differs' && input instanceof Uint8Array && (await hasMixedIntensity(new Uint8Array(input))),
  },
];

/** Number of bits of a channel's side information in MPEG-2, and the offset of the window switching flag in it. */
const [GRANULE_BITS, WINDOW_AT] = [63, 38];

/** True if a frame of MPEG-2 has intensity stereo and a mixed granule. */
async function hasMixedIntensity(mp3: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const bit = (at: number) => ((mp3[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
  return (await allFrames(mp3)).some(({ at, header }) => {
    if (header.version === 1 || ((mp3[at + 3] as number) & 0xd0) !== 0x50) return false;
    // Skips `main_data_begin` and the private bits, which come first.
    const first = (at + header.headerBytes) * 8 + 10 + WINDOW_AT;
    return [first, first + GRANULE_BITS].some((window) =>
      [1, 1, 0, 1].every((value, index) => bit(window + index) === value),
    );
  });
}

export async function knownGap(target: string, finding: Finding): Promise<KnownGap | undefined> {
  for (const gap of KNOWN_GAPS) if (gap.target === target && (await gap.matches(finding))) return gap;
  return undefined;
}
