/** Replaces `built-with.ts` in builds with `HEIC=no`. */
export const BUILT_WITH_HEIC: boolean = false;
