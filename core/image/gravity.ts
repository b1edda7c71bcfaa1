/** Compass directions, as in the command lines of image tools. */
export const gravities = [
  'center',
  'north',
  'northeast',
  'east',
  'southeast',
  'south',
  'southwest',
  'west',
  'northwest',
] as const;
export type Gravity = (typeof gravities)[number];
