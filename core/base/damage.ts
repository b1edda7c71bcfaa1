import { type ErrorData, FudebakoError, type WarningCode } from './errors.ts';

/**
 * How strict decoding is, from the most tolerant to the strictest: the least severe damage for which an image is
 * refused. The names and their order are sharp's (`failOn`).
 */
export const failOnLevels = ['none', 'truncated', 'error', 'warning'] as const;

export type FailOn = (typeof failOnLevels)[number];

export const DEFAULT_FAIL_ON: FailOn = 'truncated';

/**
 * What a decoder finds wrong with a file.
 *
 * - `truncated`: pixels are missing. The data ends, or can't be decoded, before the last one.
 * - `error`: pixel data is invalid or fails its checksum, so pixels may be wrong.
 * - `warning`: the file violates its format, and every pixel was read: leftover bytes, a wrong checksum elsewhere.
 */
export type Damage = Exclude<FailOn, 'none'>;

const warningCodes = {
  truncated: 'imageTruncated',
  error: 'imageDamaged',
  warning: 'imageIrregular',
} as const satisfies Record<Damage, WarningCode>;

/** The more severe of two findings. */
export function worseDamage(a: Damage | undefined, b: Damage | undefined): Damage | undefined {
  const severity = (damage: Damage | undefined) => (damage ? failOnLevels.indexOf(damage) : failOnLevels.length);
  return severity(a) <= severity(b) ? a : b;
}

/** True if an image with this damage is refused. */
export const isRefused = (damage: Damage, failOn: FailOn = DEFAULT_FAIL_ON) =>
  failOn !== 'none' && failOnLevels.indexOf(damage) <= failOnLevels.indexOf(failOn);

/** What the policy needs of an operation's context. */
export interface DamagePolicy {
  readonly failOn?: FailOn | undefined;
  readonly onWarning?: ((warning: { readonly code: WarningCode; readonly data: ErrorData }) => void) | undefined;
}

/**
 * Refuses a file with this damage, if the policy does.
 *
 * @throws FudebakoError `imageLoad` with the reason `truncated` or `damaged`
 */
export function refuseDamage(damage: Damage | undefined, failOn: FailOn | undefined): void {
  if (damage && isRefused(damage, failOn))
    throw new FudebakoError('imageLoad', { reason: damage === 'truncated' ? 'truncated' : 'damaged' });
}

/**
 * Applies the damage policy to a decoded file: refuses the file, or reports a warning that names it.
 *
 * @throws FudebakoError as `refuseDamage`
 */
export function handleDamage(damage: Damage | undefined, name: string, { failOn, onWarning }: DamagePolicy): void {
  refuseDamage(damage, failOn);
  if (damage) onWarning?.({ code: warningCodes[damage], data: { name } });
}
