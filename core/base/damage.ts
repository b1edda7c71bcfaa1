import { type ErrorData, FudebakoError, type WarningCode } from './errors.ts';

/** Levels of damage at which decoding fails, from tolerant to strict. Names and order follow sharp's `failOn`. */
export const failOnLevels = ['none', 'truncated', 'error', 'warning'] as const;

export type FailOn = (typeof failOnLevels)[number];

export const DEFAULT_FAIL_ON: FailOn = 'truncated';

/** Damage in a file. `truncated`: pixels are missing. `error`: pixels may be wrong. `warning`: all pixels were read. */
export type Damage = Exclude<FailOn, 'none'>;

const warningCodes = {
  truncated: 'imageTruncated',
  error: 'imageDamaged',
  warning: 'imageIrregular',
} as const satisfies Record<Damage, WarningCode>;

export function worseDamage(a: Damage | undefined, b: Damage | undefined): Damage | undefined {
  const severity = (damage: Damage | undefined) => (damage ? failOnLevels.indexOf(damage) : failOnLevels.length);
  return severity(a) <= severity(b) ? a : b;
}

export const isRefused = (damage: Damage, failOn: FailOn = DEFAULT_FAIL_ON) =>
  failOn !== 'none' && failOnLevels.indexOf(damage) <= failOnLevels.indexOf(failOn);

export interface DamagePolicy {
  readonly failOn?: FailOn | undefined;
  readonly onWarning?: ((warning: { readonly code: WarningCode; readonly data: ErrorData }) => void) | undefined;
}

/** Throws FudebakoError `imageLoad` (reason `truncated` or `damaged`) if the policy refuses a damaged file. */
export function refuseDamage(damage: Damage | undefined, failOn: FailOn | undefined): void {
  if (damage && isRefused(damage, failOn))
    throw new FudebakoError('imageLoad', { reason: damage === 'truncated' ? 'truncated' : 'damaged' });
}

/** Handles damage: throws if the policy refuses the damage, otherwise reports a warning with the file's name. */
export function handleDamage(damage: Damage | undefined, name: string, { failOn, onWarning }: DamagePolicy): void {
  refuseDamage(damage, failOn);
  if (damage) onWarning?.({ code: warningCodes[damage], data: { name } });
}
