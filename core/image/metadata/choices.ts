/** Metadata of an exported image: none, sRGB profile only, or all but location (`docs/decisions/0018-metadata.md`). */
export const metadataChoices = ['none', 'profile', 'all-but-place'] as const;
export type MetadataChoice = (typeof metadataChoices)[number];
