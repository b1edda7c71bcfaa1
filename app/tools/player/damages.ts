import type { Damage } from './intact-samples.ts';

/** Maximum number of stretches in the list, because a file may have thousands. */
const MAX_DAMAGES = 100;

/** Seconds between two stretches of damage that count as one stretch. */
const JOINED_SECONDS = 0.1;

/** Adds a stretch of damage to a list sorted by time. Joins stretches that overlap or follow each other. */
export function withDamage(damages: readonly Damage[], { from, to }: Damage): readonly Damage[] {
  const joins = (other: Damage) =>
    other.from <= (to ?? Infinity) + JOINED_SECONDS && from <= (other.to ?? Infinity) + JOINED_SECONDS;
  const joined = [...damages.filter(joins), { from, to }];
  const ends = joined.map((each) => each.to ?? Infinity);
  const end = Math.max(...ends);
  const whole = { from: Math.min(...joined.map((each) => each.from)), to: Number.isFinite(end) ? end : undefined };
  return [...damages.filter((other) => !joins(other)), whole].sort((a, b) => a.from - b.from).slice(0, MAX_DAMAGES);
}

/** Seconds for which the notice of a damaged stretch stays after the stretch. */
const NOTICE_SECONDS = 3;

/** Returns the damaged stretch at or shortly before a position. */
export const damageAt = (damages: readonly Damage[], position: number): Damage | undefined =>
  damages.findLast(({ from, to }) => from <= position && position < (to ?? Infinity) + NOTICE_SECONDS);
