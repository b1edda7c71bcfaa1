/**
 * Choices for the metadata of an exported image: none, sRGB profile only, or everything except the location
 * (`docs/decisions/0018-metadata.md`).
 */
export const metadataChoices = ['none', 'profile', 'all-but-place'] as const;
export type MetadataChoice = (typeof metadataChoices)[number];
