import { readImageHeader } from '#core/image/codecs/header.ts';
import type { WrongKind } from './wrong-result.ts';

export interface KnownGap {
  readonly door: string;
  readonly why: string;
  matches(finding: { readonly kind: WrongKind; readonly input: Uint8Array | string }): boolean;
}

const isDamaged = ({ kind }: { readonly kind: WrongKind }) => kind === 'damage accepted' || kind === 'damaged differs';

const contains = (input: Uint8Array | string, words: string) =>
  typeof input !== 'string' && Buffer.from(input).includes(words);

/**
 * Faults that the oracles find and that are not mended yet. A case that matches is counted as `known gap` and is no
 * finding. The array is empty when all of them are mended.
 */
export const KNOWN_GAPS: readonly KnownGap[] = [
  { door: 'png', why: 'checksums of chunks are not checked', matches: isDamaged },
  { door: 'jpeg', why: 'damage of the scan data is not reported', matches: isDamaged },
  { door: 'gif', why: 'the platform decodes what is left of damaged data', matches: isDamaged },
  { door: 'bmp', why: 'the platform decodes what is left of damaged data', matches: isDamaged },
  { door: 'webp', why: 'damaged data decodes without a warning', matches: isDamaged },
  { door: 'avif', why: 'damaged data decodes without a warning', matches: isDamaged },
  {
    door: 'webp',
    why: 'the platform decodes animations in premultiplied color',
    matches: ({ kind, input }) =>
      kind === 'undamaged differs' && typeof input !== 'string' && readImageHeader(input)?.animated === true,
  },
  {
    door: 'avif',
    why: 'rotation and mirroring of AVIF are not applied',
    matches: ({ kind, input }) => kind === 'undamaged differs' && (contains(input, 'irot') || contains(input, 'imir')),
  },
  {
    door: 'avif',
    why: 'color profiles of AVIF are not applied',
    matches: ({ kind, input }) =>
      kind === 'undamaged differs' && ['colrprof', 'colrrICC'].some((box) => contains(input, box)),
  },
  { door: 'mp3', why: 'damaged frames decode without a warning', matches: isDamaged },
  { door: 'wav', why: 'contradictory headers are read without a warning', matches: isDamaged },
];

export const knownGap = (door: string, kind: WrongKind, input: Uint8Array | string): KnownGap | undefined =>
  KNOWN_GAPS.find((gap) => gap.door === door && gap.matches({ kind, input }));
