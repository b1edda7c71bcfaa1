export const clipFormats = ['mp4', 'gif', 'webp'] as const;

export type ClipFormat = (typeof clipFormats)[number];

/** Longest clip in seconds that becomes a GIF or WebP, because these files grow by megabytes per second. */
export const MAX_ANIMATED_CLIP_SECONDS = 15;
