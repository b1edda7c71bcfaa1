/** Compass directions for positions in an image, as named in ImageMagick and sharp. */
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
