/**
 * What a written picture says beside its pixels: nothing; the colour profile of its pixels, which is sRGB's; or what
 * its source says of camera, exposure, time and author too, but never the place (`docs/decisions/0018-metadata.md`).
 */
export const metadataChoices = ['none', 'profile', 'all-but-place'] as const;
export type MetadataChoice = (typeof metadataChoices)[number];
