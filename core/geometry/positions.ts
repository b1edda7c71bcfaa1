/** The nine positions in an image, row by row. */
export const positions = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const;
export type Position = (typeof positions)[number];

/** Compass directions, as named in ImageMagick and sharp, which recipes and flags may still use. */
export const formerPositions: Readonly<Record<string, Position>> = {
  north: 'top',
  northeast: 'top-right',
  east: 'right',
  southeast: 'bottom-right',
  south: 'bottom',
  southwest: 'bottom-left',
  west: 'left',
  northwest: 'top-left',
};
